import { type FormikErrors, FormikProvider, type FormikTouched, useFormik } from 'formik';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ObjectSchema } from 'yup';

export interface ShopFormProps<Values extends object> {
  /** Accessible name of the form. */
  label: string;
  initialValues: Values;
  schema: ObjectSchema<Values>;
  /**
   * Saving is the caller's. The form counts as submitting until the promise settles; a rejection is the caller's to
   * show.
   */
  onSave: (values: Values, form: { reset: () => void }) => Promise<void> | void;
  /** Called when a submit finds errors, after the first field in error took the focus. */
  onInvalid?: (errors: FormikErrors<Values>) => void;
  /** Called with the values at first and whenever they change, for drafts. */
  onChange?: (values: Values) => void;
  children: (state: { isSubmitting: boolean }) => ReactNode;
}

/**
 * A form whose messages are ours: `noValidate`, errors shown once a field was left or a submit tried, the first field in
 * error focused. Submitting locks at once, so that two fast clicks save once.
 *
 * @see Interpretations 15 and 27
 */
export function ShopForm<Values extends object>(props: ShopFormProps<Values>) {
  const { label, initialValues, schema, onSave, onInvalid, onChange, children } = props;
  const isLocked = useRef(false);
  const formik = useFormik<Values>({ initialValues, validationSchema: schema, onSubmit: () => undefined });

  const save = async (form: HTMLFormElement) => {
    const errors = await formik.validateForm();
    if (Object.keys(errors).length > 0) {
      await formik.setTouched(allTouched(formik.values) as FormikTouched<Values>, false);
      focusFirstError(form, errors);
      onInvalid?.(errors);
      return;
    }
    formik.setSubmitting(true);
    await onSave(formik.values, { reset: () => formik.resetForm() });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLocked.current) return;
    isLocked.current = true;
    void save(event.currentTarget).finally(() => {
      isLocked.current = false;
      formik.setSubmitting(false);
    });
  };

  useEffect(() => onChange?.(formik.values), [formik.values, onChange]);

  return (
    <FormikProvider value={formik}>
      <form noValidate aria-label={label} onSubmit={submit}>
        {children({ isSubmitting: formik.isSubmitting })}
      </form>
    </FormikProvider>
  );
}

function allTouched<Values extends object>(values: Values) {
  return Object.fromEntries(Object.keys(values).map((name) => [name, true]));
}

function focusFirstError(form: HTMLFormElement, errors: object): void {
  const field = [...form.elements].find((element) => 'name' in element && String(element.name) in errors);
  if (field instanceof HTMLElement) field.focus();
}
