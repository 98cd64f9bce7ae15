import { useTexts } from '@shop/language/texts';
import { Button, Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';
import * as styles from './load-failure.module.css';

export interface LoadFailureProps {
  /** Message of the specification's error catalogue, word for word. Specification 8. */
  message: string;
  /** Loads again. Without it there is no Try Again button. */
  onRetry?: () => void;
  /** Further links or buttons. */
  children?: ReactNode;
}

/**
 * Replaces a part of a screen that did not load, and offers to try again. The shell reads failed responses again when the network
 * answers, without a tap, and answers a tap with a new document when files of this one are gone.
 *
 * @example <LoadFailure message="Failed to load products" onRetry={retry} />
 */
export function LoadFailure({ message, onRetry, children }: LoadFailureProps) {
  const t = useTexts();
  return (
    <div role="alert" className={styles.failure}>
      <Typography>{message}</Typography>
      {onRetry && (
        <Button variant="contained" data-try-again onClick={onRetry}>
          {t('Try Again')}
        </Button>
      )}
      {children}
    </div>
  );
}
