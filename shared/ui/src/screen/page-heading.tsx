import { Typography } from '@shop/ui/core';
import { type ReactNode, useEffect, useRef } from 'react';
import * as styles from './page-heading.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface PageHeadingProps {
  children: ReactNode;
  /** Hides the heading visually, for a design without a heading. Assistive technology still reads it. */
  isHidden?: boolean;
  /** Takes the focus in any case: for a screen that changes without a navigation, or that reports a result after a document. */
  takesFocus?: boolean | undefined;
}

/**
 * The h1 of a screen. After a navigation the shell focuses `<main>`, and the heading takes the focus from there. A screen
 * reader then reads the heading, and the Tab key starts there. On a first load the focus does not move.
 *
 * @example <PageHeading>Your cart</PageHeading>
 */
export function PageHeading({ children, isHidden = false, takesFocus = false }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
    else if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} className={styles.heading}>
      {isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </Typography>
  );
}
