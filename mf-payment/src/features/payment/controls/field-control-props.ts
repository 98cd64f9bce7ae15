import type { FieldView } from '../use-payment-form';

/** Props of every control of the payment form. */
export interface FieldControlProps extends FieldView {
  /** Called with the chosen value, or with the text of the field after a keystroke. */
  onChange: (text: string) => void;
  onBlur: () => void;
}
