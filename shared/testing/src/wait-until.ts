export interface WaitOptions {
  /** Milliseconds until the wait fails. Default 10,000. */
  timeoutMs?: number;
  /** Milliseconds between two checks. Default 20. */
  intervalMs?: number;
  /** What was awaited; the error of a timeout quotes it. */
  message: string;
}

/**
 * Polls a condition until it holds.
 *
 * @param condition  Returns (or resolves to) a truthy value when the wait is over. An exception ends the wait.
 * @returns The truthy value.
 * @throws When the condition does not hold within `timeoutMs`. The error quotes `message`.
 * @example await waitUntil(() => isServed(release), { timeoutMs: 5000, message: 'the gateway serves mf-catalog 1.2.0' });
 */
export async function waitUntil<Value>(
  condition: () => Value | Promise<Value>,
  { timeoutMs = 10_000, intervalMs = 20, message }: WaitOptions,
): Promise<NonNullable<Value>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() >= deadline) throw new Error(`Timed out after ${timeoutMs} ms: ${message}`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
