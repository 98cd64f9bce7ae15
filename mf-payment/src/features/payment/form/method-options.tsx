import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { Banknote, CreditCard, Landmark, type LucideIcon, QrCode, Smartphone, Wallet } from 'lucide-react';
import type { ControlProps } from './control-props';
import * as styles from './method-options.module.css';
import { RadioOptions } from './radio-options';

/** Tells whether a choice is how the shopper pays, by its name: `method`, `paymentMethod`, `pay_mode`. */
export const isMethodField = ({ name }: Pick<PaymentField, 'name'>): boolean =>
  /^(pay(ment)?)?(method|mode)$/.test(name.toLowerCase().replace(/[^a-z]/g, ''));

interface MethodMark {
  Icon: LucideIcon;
  /** Words beside the icon. */
  words?: readonly string[];
}

/** Marks of payment methods, by a pattern of their values. The first pattern that matches counts. */
const marks: readonly (readonly [RegExp, MethodMark])[] = [
  [/qr/i, { Icon: QrCode, words: ['UPI'] }],
  [/upi/i, { Icon: Smartphone, words: ['UPI'] }],
  [/card/i, { Icon: CreditCard, words: ['RuPay', 'Visa', 'Mastercard'] }],
  [/bank/i, { Icon: Landmark }],
  [/wallet/i, { Icon: Wallet }],
  [/cash|\bcod\b/i, { Icon: Banknote }],
];

/** The ways to pay, one in each row, with a mark at the end of the row. */
export function MethodOptions(props: ControlProps) {
  return (
    <RadioOptions
      {...props}
      listClass={styles.methods}
      optionClass={styles.method}
      renderMark={(value) => <Mark value={value} />}
    />
  );
}

/** Icon and words of a payment method. Nothing for an unknown one. */
function Mark({ value }: { value: string }) {
  const mark = marks.find(([pattern]) => pattern.test(value))?.[1];
  if (!mark) return null;
  const { Icon, words = [] } = mark;
  return (
    <span className={styles.mark} aria-hidden lang="en" translate="no">
      {words.map((word) => (
        <span key={word} className={styles.word}>
          {word}
        </span>
      ))}
      <Icon size={24} strokeWidth={1.5} />
    </span>
  );
}
