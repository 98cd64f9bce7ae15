import { Typography } from '@shop/ui/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { VisuallyHidden } from './visually-hidden';

export interface PageHeadingProps {
  children: ReactNode;
  /** Hides the heading from sight where the design shows none; assistive technology still has it. */
  isHidden?: boolean;
  /** Takes the focus in any case: the screen has changed under the shopper, without a navigation. */
  takesFocus?: boolean;
}

/**
 * The one h1 of a screen. After a navigation it takes the focus from `<main>`, where the shell has put it, so that a
 * screen reader says where the shopper is and the Tab key starts there. On a first load focus stays untouched.
 *
 * @see look.md "Everywhere": a focused heading for each route
 */
export function PageHeading({ children, isHidden = false, takesFocus = false }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
    else if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
      {isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </Typography>
  );
}
