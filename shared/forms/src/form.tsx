/**
 * Everything a screen with a form needs, in one module that the shell provides: Formik keeps its state in a context, so
 * shared fields and a remote's form must meet in the same copy.
 */
export { useField, useFormikContext } from 'formik';
export { boolean, type InferType, object, ref, string } from 'yup';
export { CheckboxField, type CheckboxFieldProps } from './checkbox-field';
export { ShopForm, type ShopFormProps } from './shop-form';
export { FormTextField, type FormTextFieldProps } from './text-field';
