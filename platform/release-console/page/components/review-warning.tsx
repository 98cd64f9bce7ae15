import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';

export interface ReviewWarningProps {
  /** What has changed since the person looked. */
  children: ReactNode;
  onReviewed: () => void;
}

/** Asks a person to review a newer state than the one for which a change was begun. */
export function ReviewWarning({ children, onReviewed }: ReviewWarningProps) {
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onReviewed}>
          I have reviewed it
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
