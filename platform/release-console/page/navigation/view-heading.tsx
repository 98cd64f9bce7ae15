import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

const id = 'view-heading';

/** Moves the focus to the heading of the view, for screen readers after a change of view or state. */
export function focusHeading(): void {
  // In the next frame: a dialog that closes now first returns the focus to its opener.
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** The main heading of a view. It receives the focus when the view opens. */
export function ViewHeading({ children }: { children: ReactNode }) {
  return (
    <Typography variant="h1" id={id} tabIndex={-1}>
      {children}
    </Typography>
  );
}
