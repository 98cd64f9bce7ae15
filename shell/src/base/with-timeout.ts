/**
 * Waits for a result, at most for a time.
 *
 * @param onTimeout Gives the result when the time is over. Its exception is the rejection.
 */
export async function withTimeout<Result>(
  result: Promise<Result>,
  timeoutMs: number,
  onTimeout: () => Result,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  }).then(onTimeout);
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
