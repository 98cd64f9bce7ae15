import { Button, Stack, Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';

export interface LoadFailureProps {
  /** The message of the error catalogue, word for word. Specification 8. */
  message: string;
  /** Tries again; without it no button shows. */
  onRetry?: () => void;
  /** Further ways on. */
  children?: ReactNode;
}

/** Part of a screen that could not be loaded: says so, and offers to try again. */
export function LoadFailure({ message, onRetry, children }: LoadFailureProps) {
  return (
    <Stack role="alert" spacing={2} sx={{ alignItems: 'center', textAlign: 'center', py: 8, px: 2 }}>
      <Typography>{message}</Typography>
      {onRetry && (
        <Button variant="outlined" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {children}
    </Stack>
  );
}
