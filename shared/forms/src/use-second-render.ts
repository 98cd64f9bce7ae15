import { startTransition, useEffect, useState } from 'react';

/**
 * Splits the first appearance of a long form: a slow phone shows its first part, and reacts to input, before it renders the rest.
 *
 * @returns False in the first render, then true.
 * @example const hasAll = useSecondRender();
 */
export function useSecondRender(): boolean {
  const [isSecond, setIsSecond] = useState(false);
  useEffect(() => startTransition(() => setIsSecond(true)), []);
  return isSecond;
}
