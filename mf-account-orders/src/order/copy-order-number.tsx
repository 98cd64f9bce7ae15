import { text, useTexts } from '@shop/language/texts';
import { IconButton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';

export interface CopyOrderNumberProps {
  /** Order number. */
  id: string;
  /** The element that shows the number. It is selected when the browser does not copy. */
  number: RefObject<HTMLElement | null>;
}

/** Milliseconds for which a successful copy is confirmed. */
const confirmationMs = 2500;

const statusTexts = { none: '', copied: text('Order number copied'), selected: text('Order number selected') };

/** A button that copies the number of an order. */
export function CopyOrderNumber({ id, number }: CopyOrderNumberProps) {
  const t = useTexts();
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
    <>
      <IconButton aria-label={t('Copy the number of order {id}', { id })} color="inherit" onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
      </IconButton>
      <VisuallyHidden role="status">{t(statusTexts[outcome])}</VisuallyHidden>
    </>
  );
}
