import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Mark a line and its remove button, so that the next one can take the focus. */
export const lineMarker = { 'data-cart-line': '' };
export const removeButtonMarker = { 'data-removes-line': '' };

export interface FocusAfterRemoval {
  /** Ref for the element that contains the lines and, later, the empty state. */
  region: RefObject<HTMLDivElement | null>;
  /** Announces the removal of the line at this index. The index is 0 when all lines are removed. Stable. */
  expectRemoval: (index: number) => void;
}

/** Keeps the focus near a removed line: the remove button of the line that took its place gets it, else the heading. */
export function useFocusAfterRemoval(lineCount: number): FocusAfterRemoval {
  const region = useRef<HTMLDivElement>(null);
  const expected = useRef<{ index: number; lineCount: number } | null>(null);
  const latestCount = useRef(lineCount);

  useEffect(() => {
    latestCount.current = lineCount;
    if (expected.current === null || lineCount >= expected.current.lineCount) return;
    const line = region.current?.querySelectorAll('[data-cart-line]')[expected.current.index];
    const target =
      line?.querySelector<HTMLElement>('[data-removes-line]') ??
      line?.querySelector('a') ??
      region.current?.querySelector<HTMLElement>('h1');
    target?.focus();
    expected.current = null;
  }, [lineCount]);

  return {
    region,
    expectRemoval: useCallback((index) => {
      expected.current = { index, lineCount: latestCount.current };
    }, []),
  };
}
