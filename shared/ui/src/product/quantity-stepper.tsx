import { readQuantity } from '@shop/api-contract/typed-text';
import { useTexts } from '@shop/language/texts';
import { IconButton } from '@shop/ui/core';
import { Minus, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { VisuallyHidden } from '../screen/visually-hidden';
import * as styles from './quantity-stepper.module.css';

export interface QuantityStepperProps {
  /** Pieces, 1 or more. */
  quantity: number;
  /**
   * Called with a whole number of 1 or more. While the typed text cannot be read, it is the quantity from before the edit, and
   * `unread` is the field. The field shows a message when it loses the focus.
   */
  onChange: (quantity: number, unread?: HTMLInputElement) => void;
  /** Accessible name: 'Quantity of Copper Saucepan'. */
  label: string;
}

/** Minimum and maximum width of the field in digits. No valid quantity has more digits. */
const widthInDigits = { min: 2, max: 17 };

/** Characters of a wrong text that the message quotes. */
const maxQuotedLength = 20;

/**
 * Chooses a quantity by buttons or by typing. Decrease stops at 1, and there is no maximum. A typed value counts when it reads
 * as a whole number of 1 or more. Any other text changes nothing: the quantity from before the edit replaces it when the field
 * loses the focus, and a message says so.
 *
 * @example <QuantityStepper quantity={2} onChange={setQuantity} label="Quantity of Tawa" />
 * @see Specification 4 "Cart" and 5 "Cart"
 */
export function QuantityStepper({ quantity, onChange, label }: QuantityStepperProps) {
  const t = useTexts();
  /** The typed text, and the quantity from before the edit. */
  const [draft, setDraft] = useState<{ text: string; before: number } | null>(null);
  const [unread, setUnread] = useState('');
  // A screen reader tells what the shopper types, but not what a button changes.
  const [isStepped, setIsStepped] = useState(false);
  const increase = useRef<HTMLButtonElement>(null);
  const text = draft?.text ?? String(quantity);
  const messageId = useId();
  const changeDraft = (field: HTMLInputElement) => {
    const { value } = field;
    const before = draft?.before ?? quantity;
    setDraft({ text: value, before });
    setUnread('');
    setIsStepped(false);
    const typed = readQuantity(value);
    onChange(typed ?? before, typed || !value.trim() ? undefined : field);
  };
  const leave = () => {
    setDraft(null);
    if (draft && !readQuantity(text)) setUnread(text.trim().slice(0, maxQuotedLength));
  };
  const step = (to: number) => {
    setDraft(null);
    setUnread('');
    setIsStepped(true);
    onChange(to);
  };
  return (
    <div className={styles.place}>
      <fieldset className={styles.frame} aria-label={label}>
        <IconButton
          aria-label={t('Decrease quantity')}
          disabled={quantity <= 1}
          onClick={() => {
            step(Math.max(1, quantity - 1));
            // At 1 this button becomes disabled and would lose the focus.
            if (quantity === 2) increase.current?.focus();
          }}
        >
          <Minus size={18} aria-hidden />
        </IconButton>
        <input
          className={styles.field}
          aria-label={t('Quantity')}
          inputMode="numeric"
          autoComplete="off"
          // The field is as wide as its text, so that a large quantity stays readable.
          style={{ width: `${Math.min(Math.max(text.length, widthInDigits.min), widthInDigits.max) + 1.5}ch` }}
          value={text}
          onChange={(event) => changeDraft(event.target)}
          onBlur={leave}
          aria-describedby={unread ? messageId : undefined}
        />
        <IconButton ref={increase} aria-label={t('Increase quantity')} onClick={() => step(quantity + 1)}>
          <Plus size={18} aria-hidden />
        </IconButton>
      </fieldset>
      <VisuallyHidden aria-live="polite" aria-atomic>
        {isStepped && `${label}: ${quantity}`}
      </VisuallyHidden>
      {unread && (
        <p className={styles.message} id={messageId} role="alert">
          {t('“{typed}” is not a quantity. Please enter a whole number of 1 or more.', { typed: unread })}
        </p>
      )}
    </div>
  );
}
