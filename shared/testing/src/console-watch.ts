const logged: string[] = [];
const expected: (string | RegExp)[] = [];

/** Records errors and warnings of the console. `takeUnexpectedLogs` reports those that the test did not expect. */
export function watchLogs(): void {
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...parts: unknown[]) => {
      logged.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '));
    };
  }
}

/**
 * Expects that the code under test logs a message that contains this text or matches this pattern.
 *
 * @example expectLog('Sign-in failed');
 */
export function expectLog(text: string | RegExp): void {
  expected.push(text);
}

/** Lists unexpected messages and expected messages that are missing. Clears both lists. */
export function takeUnexpectedLogs(): string[] {
  const all = logged.splice(0);
  const patterns = expected.splice(0);
  const matches = (text: string, pattern: string | RegExp) =>
    typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
  // React's warnings about act() concern the test and not the code: a late response is not an error.
  const relevant = all.filter((text) => !/not wrapped in act\(|`act` call was not awaited/.test(text));
  const surprises = relevant.filter((text) => !patterns.some((pattern) => matches(text, pattern)));
  const missing = patterns.filter((pattern) => !all.some((text) => matches(text, pattern)));
  return [...surprises, ...missing.map((pattern) => `expected but not logged: ${pattern}`)];
}
