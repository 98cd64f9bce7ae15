import { IconButton, styled, Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';

export interface OrderTitleProps {
  /** Order number. */
  id: string;
  /** DOM id of the heading, for what it names. */
  headingId: string;
  /** Look of the heading; it is an h2 either way. */
  variant: 'h2' | 'h3';
  /** For a heading that takes the focus. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** Milliseconds for which a copy that worked is confirmed. */
const confirmedFor = 2500;

const said = { none: '', copied: 'Order number copied', selected: 'Order number selected' };

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 4 });

/** An order by its number, and a button that copies the number. @see look.md "Orders and tracking" */
export function OrderTitle({ id, headingId, variant, headingRef }: OrderTitleProps) {
  const number = useRef<HTMLSpanElement>(null);
  const [outcome, setOutcome] = useState<keyof typeof said>('none');

  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), confirmedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setOutcome('copied');
    } catch {
      // A page without HTTPS, or a refusal: selected, the number is one keystroke away from being copied.
      if (number.current) window.getSelection()?.selectAllChildren(number.current);
      setOutcome('selected');
    }
  };

  return (
    <Row>
      <Typography
        id={headingId}
        ref={headingRef}
        tabIndex={headingRef && -1}
        variant={variant}
        component="h2"
        sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
      >
        Order <span ref={number}>{id}</span>
      </Typography>
      <IconButton aria-label={`Copy the number of order ${id}`} color="inherit" onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
      </IconButton>
      <VisuallyHidden role="status">{said[outcome]}</VisuallyHidden>
    </Row>
  );
}
