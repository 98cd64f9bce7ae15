const logged: string[] = [];
const expected: (string | RegExp)[] = [];

/** From now on an error or warning in the console fails the test, unless the test has announced it. */
export function watchLogs(): void {
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...parts: unknown[]) => {
      logged.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '));
    };
  }
}

/** Announces that the code under test logs something that contains this text. */
export function expectLog(text: string | RegExp): void {
  expected.push(text);
}

/** What was logged and not announced, and what was announced and not logged; both lists are then emptied. */
export function takeUnexpectedLogs(): string[] {
  const all = logged.splice(0);
  const announced = expected.splice(0);
  const fits = (text: string, pattern: string | RegExp) =>
    typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
  // React's advice about act() speaks of the test, not of the code: an answer that comes late is no fault.
  const told = all.filter((text) => !/not wrapped in act\(|`act` call was not awaited/.test(text));
  const surprises = told.filter((text) => !announced.some((pattern) => fits(text, pattern)));
  const missing = announced.filter((pattern) => !all.some((text) => fits(text, pattern)));
  return [...surprises, ...missing.map((pattern) => `announced but not logged: ${pattern}`)];
}
