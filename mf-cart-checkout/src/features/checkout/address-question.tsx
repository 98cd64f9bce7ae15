import { useTexts } from '@shop/language/texts';
import { Button, Typography } from '@shop/ui/core';
import { useEffect, useId, useRef } from 'react';
import type { AddressDoubt } from './address-doubts';
import * as styles from './checkout.module.css';

interface AddressQuestionProps {
  doubts: readonly AddressDoubt[];
  onSend: () => void;
  onCorrect: () => void;
}

/** Asks about a doubtful address before the order is sent. It takes the focus. Both answers always work. */
export function AddressQuestion({ doubts, onSend, onCorrect }: AddressQuestionProps) {
  const t = useTexts();
  const panel = useRef<HTMLElement>(null);
  const headingId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit moves the focus
  useEffect(() => panel.current?.focus(), [doubts]);
  return (
    <section ref={panel} tabIndex={-1} className={styles.question} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2">
        {t('Please check your address')}
      </Typography>
      {doubts.map(({ field, question }) => (
        <Typography key={field}>{question}</Typography>
      ))}
      <div className={styles.answers}>
        <Button variant="contained" onClick={onCorrect}>
          {t('Correct it')}
        </Button>
        <Button variant="outlined" onClick={onSend}>
          {t('Send anyway')}
        </Button>
      </div>
    </section>
  );
}
