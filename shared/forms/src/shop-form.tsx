import { ControlsTheme } from '@shop/ui/controls';
import { type FormikErrors, FormikProvider, type FormikTouched, useFormik } from 'formik';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { lazy, type ObjectSchema } from 'yup';

export interface ShopFormProps<Values extends object> {
  /** Accessible name of the form. */
  label: string;
  initialValues: Values;
  schema: ObjectSchema<Values>;
  /**
   * Saves the values as the schema reads them, such as trimmed. The form is submitting until the promise settles. The caller shows a
   * failure. `reset` gives the fields their initial values, except those that the shopper has changed since the submit.
   */
  onSave: (values: Values, form: { reset: () => void }) => Promise<void> | void;
  /**
   * Called when a submit finds errors, after the first field in error has the focus. The form calls a function that it returns, such
   * as the one that ends a toast, when no error is left.
   */
  onInvalid?: (errors: FormikErrors<Values>) => void;
  /** Called with the initial values and after each change, for drafts. */
  onChange?: (values: Values) => void;
  children: (state: { isSubmitting: boolean }) => ReactNode;
}

/**
 * A form with the shop's own validation messages. It shows the error of a field after the field loses the focus or after a
 * submit, and focuses the first field in error. Its fields have the shop's theme. A submit locks the form at once, so that two fast clicks save once.
 *
 * @example
 * <ShopForm label="Sign in" initialValues={blank} schema={schema} onSave={login}>
 *   {({ isSubmitting }) => <Button type="submit" disabled={isSubmitting}>Sign in</Button>}
 * </ShopForm>
 * @see Interpretations 15 and 27
 */
export function ShopForm<Values extends object>(props: ShopFormProps<Values>) {
  const { label, initialValues, schema, onSave, onInvalid, onChange, children } = props;
  const isLocked = useRef(false);
  const endRejection = useRef<unknown>(undefined);
  const formik = useFormik<Values>({ initialValues, validationSchema: schema, onSubmit: () => undefined });

  const latestValues = useRef(formik.values);

  const save = async (form: HTMLFormElement) => {
    const errors = await formik.validateForm();
    if (Object.keys(errors).length > 0) {
      // A field that has not been rendered yet shows its error then.
      const names = [...new Set([...listFieldNames(form), ...Object.keys(errors)])];
      const touched = Object.fromEntries(names.map((name) => [name, true]));
      await formik.setTouched(touched as FormikTouched<Values>, false);
      document.getElementById(`${idPrefix}${names.find((name) => name in errors)}`)?.focus();
      endRejection.current = onInvalid?.(errors);
      return;
    }
    formik.setSubmitting(true);
    const saved = formik.values;
    const reset = () => formik.resetForm({ values: resetSaved(latestValues.current, saved, initialValues) });
    await onSave(schema.cast(saved, { assert: false }) as Values, { reset });
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

  useEffect(() => {
    if (!formik.isValid) return;
    if (typeof endRejection.current === 'function') endRejection.current();
    endRejection.current = undefined;
  }, [formik.isValid]);

  useEffect(() => {
    latestValues.current = formik.values;
    onChange?.(formik.values);
  }, [formik.values, onChange]);

  return (
    <FormikProvider value={formik}>
      <ControlsTheme>
        <form noValidate aria-label={label} onSubmit={submit}>
          {children({ isSubmitting: formik.isSubmitting })}
        </form>
      </ControlsTheme>
    </FormikProvider>
  );
}

/** Replaces each saved value by another one. A value that is not the saved one stays. */
export function resetSaved<Values extends object>(values: Values, saved: Values, initial: Values): Values {
  const isSaved = ([name, value]: [string, unknown]) => value === saved[name as keyof Values];
  const names = Object.entries(values)
    .filter(isSaved)
    .map(([name]) => name);
  return { ...values, ...Object.fromEntries(names.map((name) => [name, initial[name as keyof Values]])) };
}

/** A field's control has this prefix and the field's name as its id. */
const idPrefix = 'field-';

/** Lists the names of the fields on screen, in their sequence. */
function listFieldNames({ elements }: HTMLFormElement): string[] {
  return [...elements].flatMap(({ id }) => (id.startsWith(idPrefix) ? id.slice(idPrefix.length) : []));
}

/**
 * Submits the form on Enter in an input. A browser ignores Enter while the submit button is disabled.
 *
 * @example <div onKeyDown={isCartEmpty ? submitOnEnter : undefined}>
 */
export function submitOnEnter(event: KeyboardEvent): void {
  // Enter accepts a word of an input method. Safari sends it after the composition has ended, with the deprecated code 229.
  const isOfInputMethod = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key !== 'Enter' || isOfInputMethod || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.target.form?.requestSubmit();
}

/**
 * Creates a schema that follows the values, such as the rules of the fields that the values show.
 *
 * @example const schema = lazyObject(({ kind }) => (kind === 'card' ? cardSchema : bankSchema));
 */
export function lazyObject<Values extends object>(
  create: (values: Values) => ObjectSchema<Values>,
): ObjectSchema<Values> {
  // Formik validates with both kinds of schemas alike.
  return lazy(create) as unknown as ObjectSchema<Values>;
}
