import { type RefObject, useEffect, useRef } from 'react';

/** Marks the remove button of a line, so that the focus can find the next one. */
export const removeMark = { 'data-removes-line': '' };

export interface FocusAfterRemoval {
  /** Goes on the element that holds lines and empty state alike. */
  region: RefObject<HTMLDivElement | null>;
  /** Says that the line at this position is about to go; 0 when all are. */
  expect: (position: number) => void;
}

/**
 * Keeps the keyboard where the shopper was working: when a line goes, the remove button of the line that took its place
 * gets the focus, else the heading.
 *
 * @param lineCount Number of lines now.
 */
export function useFocusAfterRemoval(lineCount: number): FocusAfterRemoval {
  const region = useRef<HTMLDivElement>(null);
  const expected = useRef<{ position: number; lineCount: number } | null>(null);

  useEffect(() => {
    if (expected.current === null || lineCount >= expected.current.lineCount) return;
    const buttons = region.current?.querySelectorAll<HTMLElement>('[data-removes-line]');
    const target = buttons?.[expected.current.position] ?? region.current?.querySelector<HTMLElement>('h1');
    target?.focus();
    expected.current = null;
  }, [lineCount]);

  return {
    region,
    expect: (position) => {
      expected.current = { position, lineCount };
    },
  };
}
