import type { PaymentField } from '@shop/api-contract/decoders/payment';
import type { ReactNode } from 'react';

export interface FieldProps {
  field: PaymentField;
  /** Value of `lang` for the texts of the field. Undefined when they are in the language of the page. */
  lang: string | undefined;
}

export interface ControlProps extends FieldProps {
  /** DOM id of the control that takes the focus when the field is in error. */
  id: string;
  value: string;
  isInError: boolean;
  helperText: ReactNode;
  onChange: (value: string) => void;
  onBlur: () => void;
}
