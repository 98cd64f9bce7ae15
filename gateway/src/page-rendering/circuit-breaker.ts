export interface CircuitBreakerOptions<Result> {
  /** Whether a result is a failure. Results that say nothing about the work are `null`. */
  isFailure: (result: Result) => boolean | null;
  /** Milliseconds until the first probe. Each probe that fails doubles them. */
  retryAfterMs: number;
  maxRetryAfterMs: number;
  /** Clock in milliseconds since any fixed moment. Default: `performance.now`. */
  now?: () => number;
  /** Receives the result that opened the circuit. */
  onOpen: (result: Result) => void;
}

/** Stops work that keeps failing. */
export interface CircuitBreaker<Result> {
  /**
   * Runs work while the circuit is closed. An open circuit admits one probe at a time after a delay, and a probe that succeeds
   * closes it.
   *
   * @param work Must not reject.
   * @returns Null when the circuit is open.
   */
  run: (work: () => Promise<Result>) => Promise<Result> | null;
}

/** Results that decide. The circuit opens when at least `minFailures` of them, and at least half, are failures. */
const windowSize = 20;
const minFailures = 5;

export function createCircuitBreaker<Result>(options: CircuitBreakerOptions<Result>): CircuitBreaker<Result> {
  const { isFailure, retryAfterMs, maxRetryAfterMs, now = () => performance.now(), onOpen } = options;
  let lastResults: boolean[] = [];
  let delayMs = retryAfterMs;
  /** When the next probe is due; null while the circuit is closed. */
  let probeAt: number | null = null;

  const recordResult = (result: Result) => {
    const failed = isFailure(result);
    if (failed === null || probeAt !== null) return;
    lastResults = [...lastResults, failed].slice(-windowSize);
    const failures = lastResults.filter((value) => value).length;
    if (failures < minFailures || failures * 2 < lastResults.length) return;
    probeAt = now() + delayMs;
    onOpen(result);
  };

  const recordProbe = (result: Result) => {
    const failed = isFailure(result);
    if (failed === false) {
      probeAt = null;
      lastResults = [];
      delayMs = retryAfterMs;
    } else if (failed) {
      delayMs = Math.min(delayMs * 2, maxRetryAfterMs);
      probeAt = now() + delayMs;
    } else probeAt = now();
  };

  return {
    run: (work) => {
      const isProbe = probeAt !== null;
      if (isProbe) {
        if (now() < (probeAt ?? 0)) return null;
        probeAt = Number.POSITIVE_INFINITY;
      }
      return work().then((result) => {
        if (isProbe) recordProbe(result);
        else recordResult(result);
        return result;
      });
    },
  };
}
