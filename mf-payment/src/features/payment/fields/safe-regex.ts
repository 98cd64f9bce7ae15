import { type Matcher, parsePattern } from './pattern-parser';

/** Maximum length of a pattern, in characters. Longer patterns are not evaluated. */
const maxSourceLength = 500;
/**
 * Maximum steps of one evaluation, about 25 ms. A step is one position of the value at one part of the pattern. A value of a
 * payment form needs a few thousand.
 */
export const maxSteps = 100_000;

/**
 * Tests a value against a pattern from the server. Never throws and never blocks the page.
 *
 * @param source Source of a regular expression. It may match any part of the value.
 * @returns False only when the pattern was evaluated and does not match. A pattern that is invalid, has back-references or
 * needs too many steps accepts every value: the server validates the payment again.
 * @see Interpretation 24
 */
export function matchesPattern(source: string, value: string): boolean {
  return evaluatePattern(source, value).isMatch ?? true;
}

interface Evaluation {
  /** Undefined when the pattern was not evaluated to its end. */
  isMatch: boolean | undefined;
  /** Steps of the evaluation, at most `maxSteps`. */
  steps: number;
}

/**
 * Evaluates a pattern in a bounded number of steps.
 *
 * JavaScript's own matcher backtracks: `(a+)+$` needs exponential time, and the page cannot interrupt it. This function
 * passes the set of all positions that a match may have reached through the parts of the pattern, as Thompson's algorithm
 * does. A set holds each position once, so that no part repeats work, and the evaluation stops at the limit of steps.
 */
export function evaluatePattern(source: string, value: string): Evaluation {
  let steps = 0;
  const spend = (count: number) => {
    if (steps + count > maxSteps) throw new TooManyStepsError();
    steps += count;
  };
  try {
    const matcher = parseValidPattern(source);
    if (!matcher) return { isMatch: undefined, steps };
    // The match may start anywhere.
    spend(value.length + 1);
    const starts = new Set(Array.from({ length: value.length + 1 }, (_, position) => position));
    return { isMatch: matcher(starts, { value, spend }).size > 0, steps };
  } catch (error) {
    if (error instanceof TooManyStepsError) return { isMatch: undefined, steps };
    throw error;
  }
}

class TooManyStepsError extends Error {
  override name = 'TooManyStepsError';
}

function parseValidPattern(source: string): Matcher | null {
  if (source.length > maxSourceLength) return null;
  try {
    // The constructor checks the syntax. It matches nothing.
    new RegExp(source);
  } catch {
    return null;
  }
  return parsePattern(source);
}
