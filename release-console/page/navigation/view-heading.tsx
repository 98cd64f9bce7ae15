import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

const id = 'view-heading';

/** Puts the focus on the heading of the view: where reading goes on after a change of view, or of what is live. */
export function focusHeading(): void {
  // After whatever closes now has given the focus back.
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** The one heading of a view, which takes the focus when the view comes. */
export function ViewHeading({ children }: { children: ReactNode }) {
  return (
    <Typography variant="h1" id={id} tabIndex={-1}>
      {children}
    </Typography>
  );
}
