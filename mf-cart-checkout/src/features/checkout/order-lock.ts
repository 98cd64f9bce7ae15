/** Name of the lock that all tabs of the shop share. */
const lockName = 'place-order';

/**
 * Runs `work` while no other tab of the shop runs it. A tab that waits sees the cart that the tab before it has left.
 *
 * Without Web Locks, as on a page without HTTPS or in a browser that blocks storage, `work` runs at once.
 *
 * @returns The result of `work`.
 * @throws What `work` throws.
 */
export async function withOrderLock<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  let isStarted = false;
  try {
    return await navigator.locks.request(lockName, () => {
      isStarted = true;
      return work();
    });
  } catch (error) {
    if (isStarted) throw error;
    return work();
  }
}
