import type { FieldView } from '../use-payment-form';

/** What every control of the payment form is given. */
export interface FieldControlProps extends FieldView {
  /** Called with the chosen value, or with what stands in the field after a keystroke. */
  onChange: (text: string) => void;
  onLeave: () => void;
}
