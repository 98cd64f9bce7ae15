import { IconButton, Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import * as styles from './order-title.module.css';

export interface OrderTitleProps {
  /** Order number. */
  id: string;
  /** DOM id of the heading, for `aria-labelledby`. */
  headingId: string;
  /** Typography of the heading. The element is always an h2. */
  variant: 'h2' | 'h3';
  /** Ref of a heading that takes the focus. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** Milliseconds for which a successful copy is confirmed. */
const confirmationMs = 2500;

const statusTexts = { none: '', copied: 'Order number copied', selected: 'Order number selected' };

/** Heading with the order number, and a button that copies the number. */
export function OrderTitle({ id, headingId, variant, headingRef }: OrderTitleProps) {
  const number = useRef<HTMLSpanElement>(null);
  const [outcome, setOutcome] = useState<keyof typeof statusTexts>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setOutcome('copied');
    } catch {
      // The clipboard needs HTTPS and a permission. Without them the number is selected, ready to be copied.
      if (number.current) window.getSelection()?.selectAllChildren(number.current);
      setOutcome('selected');
    }
  };

  return (
    <div className={styles.title}>
      <Typography
        id={headingId}
        ref={headingRef}
        tabIndex={headingRef && -1}
        variant={variant}
        component="h2"
        className={styles.heading}
      >
        Order <span ref={number}>{id}</span>
      </Typography>
      <IconButton aria-label={`Copy the number of order ${id}`} color="inherit" onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
      </IconButton>
      <VisuallyHidden role="status">{statusTexts[outcome]}</VisuallyHidden>
    </div>
  );
}
