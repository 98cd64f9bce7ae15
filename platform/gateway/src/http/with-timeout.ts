/** A server behind the gateway did not answer in time. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Limits how long a request waits for a server behind the gateway. nginx marks a gateway as failed after five seconds without
 * a response, and the shop would then lose the documents that this gateway could still serve from memory. One document may wait
 * for a preview link, its composition and a staff pass, one after the other.
 *
 * @param operation Continues after the timeout, so that the next request can use its result.
 * @param timeoutMs Milliseconds.
 * @throws {TimeoutError} When the operation takes longer.
 */
export async function withTimeout<Value>(operation: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([operation, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
