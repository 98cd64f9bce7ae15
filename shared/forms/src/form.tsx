/**
 * Everything that a screen with a form needs. The shell provides this module once per page, because Formik's state is in a
 * React context that the shared fields and a remote's form must share.
 */
export { useField, useFormikContext } from 'formik';
export { boolean, type InferType, object, ref, type StringSchema } from 'yup';
export { CheckboxField, type CheckboxFieldProps } from './checkbox-field';
export { lazyObject, resetSaved, ShopForm, type ShopFormProps, submitOnEnter } from './shop-form';
export { string } from './string-schema';
export { FormTextField, type FormTextFieldProps, tooLong } from './text-field';
export { useSecondRender } from './use-second-render';
