import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { isPhoneField } from '@shop/api-contract/payment-field-rules';
import { useField } from '@shop/forms/form';
import { type Texts, useTexts } from '@shop/language/texts';
import { Checkbox, FormControl, FormControlLabel, FormHelperText, TextField } from '@shop/ui/controls';
import {
  type ChangeEvent,
  type ComponentType,
  type CompositionEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { getCardToken } from '../fields/card-field';
import { formatKeystroke, getValueName, isTyped, maxValueLength, valueOnBlur } from '../fields/field-value';
import type { ControlProps, FieldProps } from './control-props';
import { isMethodField, MethodOptions } from './method-options';
import * as styles from './payment-field.module.css';
import { OptionsInLine } from './radio-options';

/** One field of the payment form, by its type. Specification 3 "Payment field definition". */
export function PaymentFormField({ field, lang }: FieldProps) {
  const t = useTexts();
  const name = getValueName(field);
  const [{ value }, { touched, error }, { setValue, setTouched }] = useField<string>(name);
  const message = touched ? error : undefined;
  const Control = getControl(field);
  return (
    <div className={styles.place} data-inline={(field.type === 'checkbox' && field.inline) || undefined}>
      <Control
        field={field}
        lang={lang}
        id={`field-${name}`}
        value={value}
        isInError={message !== undefined}
        helperText={formatHelperText({ field, lang }, message, t)}
        onChange={(next) => void setValue(next)}
        onBlur={() => {
          void setTouched(true, false);
          void setValue(valueOnBlur(field, value));
        }}
      />
    </div>
  );
}

function getControl(field: PaymentField): ComponentType<ControlProps> {
  if (field.type === 'checkbox') return CheckboxControl;
  if (isTyped(field)) return TypedControl;
  if (isMethodField(field)) return MethodOptions;
  return field.inline ? OptionsInLine : OptionsList;
}

/**
 * Formats the helper text of a field: its error, whether it is optional, and the server's description.
 *
 * @returns Undefined without any text, so that no empty line takes up space.
 */
function formatHelperText({ field, lang }: FieldProps, error: string | undefined, t: Texts): ReactNode {
  const { description, rulesMessages } = field;
  const isOptional = !field.rules.required && field.type !== 'checkbox';
  if (!error && !isOptional && !description) return undefined;
  return (
    <>
      {error && (
        <span className={styles.line} lang={rulesMessages.includes(error) ? lang : undefined}>
          {error}
        </span>
      )}
      {(isOptional || description) && (
        <span className={styles.description}>
          {isOptional && (description ? `${t('Optional.')} ` : t('Optional'))}
          {description && <span lang={lang}>{description}</span>}
        </span>
      )}
    </>
  );
}

/** What both kinds of text fields have. */
function getTextFieldProps({ field: { name, label }, id, value, isInError, helperText, onBlur }: ControlProps) {
  return { id, name, label, value, error: isInError, helperText, onBlur };
}

const formHelperText = { component: 'div' } as const;

interface InputKind {
  type: 'text' | 'email' | 'password' | 'tel';
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel';
  autoComplete?: string;
}

const digitsMask = /^[^a*]*[90#][^a*]*$/;
const digitsPattern = /^\^?(?:\[0-9\]|\\d)(?:\{[\d,]+\}|[+*])?\$?$/;

/** True for a field that takes only digits, by its mask or its pattern. */
const isOfDigits = ({ mask, rules }: PaymentField) => digitsMask.test(mask) || digitsPattern.test(rules.pattern ?? '');

/** Chooses the input type. A number uses a text input: spinners and the mouse wheel change numbers by accident. */
function getInputKind(field: PaymentField): InputKind {
  if (isPhoneField(field)) return { type: 'tel', inputMode: 'tel', autoComplete: 'tel' };
  if (field.type === 'email') return { type: 'email', inputMode: 'email', autoComplete: 'email' };
  const token = getCardToken(field);
  const autoComplete = token ?? (field.type === 'password' ? 'off' : undefined);
  const isNumeric = token ? token !== 'cc-name' : isOfDigits(field) && field.type !== 'textarea';
  const inputMode = isNumeric ? 'numeric' : field.type === 'number' ? 'decimal' : undefined;
  return {
    type: field.type === 'password' ? 'password' : 'text',
    ...(inputMode && { inputMode }),
    ...(autoComplete && { autoComplete }),
  };
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * A text input. Formats the text by the field's type and mask, and keeps the caret in place. A keyboard that composes, as those of
 * phones and of Indian scripts do, loses its text when the field changes it: the text is formatted once the composition ends.
 */
function TypedControl(props: ControlProps) {
  const { field, lang, value, onChange } = props;
  const { type, inputMode, autoComplete } = getInputKind(field);
  const isMultiline = field.type === 'textarea';
  const input = useRef<TextControl>(null);
  const [caret, setCaret] = useState<{ index: number } | null>(null);
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.index, caret.index);
  }, [caret]);
  /** Text before the composition. Null while nothing is composed. */
  const composed = useRef<string | null>(null);

  const format = ({ value: text, selectionStart }: TextControl, previous: string) => {
    const formatted = formatKeystroke(field, { text, caret: selectionStart ?? undefined }, previous);
    setCaret(formatted.caret === undefined ? null : { index: formatted.caret });
    onChange(formatted.text);
  };
  const handleChange = ({ target }: ChangeEvent<TextControl>) =>
    composed.current === null ? format(target, value) : onChange(target.value);
  const handleCompositionEnd = ({ currentTarget }: CompositionEvent<TextControl>) => {
    const previous = composed.current ?? value;
    composed.current = null;
    format(currentTarget, previous);
  };

  return (
    <TextField
      {...getTextFieldProps(props)}
      type={isMultiline ? undefined : type}
      multiline={isMultiline}
      minRows={isMultiline ? 3 : undefined}
      placeholder={field.placeholder}
      autoComplete={autoComplete}
      inputRef={input}
      onChange={handleChange}
      slotProps={{
        // Required on the input only: a required field would leave room for an asterisk in its frame.
        htmlInput: {
          inputMode,
          maxLength: maxValueLength,
          lang,
          required: field.rules.required,
          onCompositionStart: () => {
            composed.current = value;
          },
          onCompositionEnd: handleCompositionEnd,
        },
        inputLabel: { lang },
        formHelperText,
      }}
    />
  );
}

/** A choice of one option: a native select. */
function OptionsList(props: ControlProps) {
  const t = useTexts();
  const { field, lang, onChange } = props;
  return (
    <TextField
      {...getTextFieldProps(props)}
      select
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        select: { native: true },
        htmlInput: { required: field.rules.required },
        inputLabel: { shrink: true, lang },
        formHelperText,
      }}
    >
      <option value="" lang={field.placeholder ? lang : undefined}>
        {field.placeholder || t('Please choose')}
      </option>
      {field.options.map((option) => (
        <option key={option.value} value={option.value} lang={lang}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}

function CheckboxControl({ field, lang, id, value, isInError, helperText, onChange, onBlur }: ControlProps) {
  const hintId = `${id}-hint`;
  const input = { required: field.rules.required, 'aria-describedby': hintId, 'aria-invalid': isInError };
  return (
    <FormControl error={isInError}>
      <FormControlLabel
        label={field.label}
        lang={lang}
        control={
          <Checkbox
            id={id}
            name={field.name}
            checked={value === 'true'}
            onChange={(event) => onChange(String(event.target.checked))}
            onBlur={onBlur}
            slotProps={{ input }}
          />
        }
      />
      <FormHelperText id={hintId} component="div" style={{ marginTop: 0 }}>
        {helperText}
      </FormHelperText>
    </FormControl>
  );
}
