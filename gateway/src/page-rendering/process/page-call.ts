import { ForeignUrlError } from '../data/data-source';
import { notRendered, type PageResult } from '../page-result';

/** Time limits of one page in milliseconds. */
export interface PageTimeLimits {
  /** From the first request for data to the last response. */
  dataTimeoutMs: number;
  /** Of the code of the composition without a wait for data. */
  renderTimeoutMs: number;
}

/** A page that a process renders. */
export interface PageCall {
  /** True when the caller has its result. The process may still work on the page. */
  readonly isSettled: boolean;
  settle: (result: PageResult) => void;
  /** Reports an error of the composition. Pages whose data is missing do not count as failures. */
  fail: (reason: string) => void;
  /**
   * Waits for data for as long as the page may wait.
   *
   * @throws When the data cannot be read or takes too long.
   */
  waitForData: <Data>(read: () => Promise<Data>) => Promise<Data>;
}

const dataTimeoutReason = (timeoutMs: number) => `the store API took longer than ${timeoutMs} ms`;

/**
 * Creates a call whose time limits run from now on. The time limit of the render runs while the page waits for no data.
 *
 * @param isStarved Whether the process waits for a processor. The composition is not the cause of its delay then.
 * @param onSettled Receives the result once.
 */
export function startPageCall(
  { dataTimeoutMs, renderTimeoutMs }: PageTimeLimits,
  isStarved: () => boolean,
  onSettled: (result: PageResult) => void,
): PageCall {
  let isSettled = false;
  let dataFailure: string | null = null;
  let pendingReads = 0;
  let renderTimer: NodeJS.Timeout | undefined;
  let dataTimer: NodeJS.Timeout | undefined;
  let onDataTimeout = () => {};
  const dataTimeout = new Promise<never>((_, reject) => {
    onDataTimeout = () => reject(new Error(dataTimeoutReason(dataTimeoutMs)));
  });
  dataTimeout.catch(() => {});

  const settle = (result: PageResult) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(renderTimer);
    clearTimeout(dataTimer);
    onDataTimeout();
    onSettled(result);
  };
  const fail = (reason: string) =>
    settle(dataFailure === null ? notRendered('composition', reason) : notRendered('data', dataFailure));
  const watchRender = () => {
    clearTimeout(renderTimer);
    const reason = `it did not render within ${renderTimeoutMs} ms`;
    const check = () => {
      if (pendingReads > 0) return;
      if (isStarved()) settle(notRendered('gateway', 'the processors are busy'));
      else fail(reason);
    };
    if (!isSettled) {
      // A message that arrived while the gateway was busy is read before the check.
      renderTimer = setTimeout(() => setImmediate(check), renderTimeoutMs);
    }
  };
  watchRender();

  return {
    get isSettled() {
      return isSettled;
    },
    settle,
    fail,
    waitForData: async (read) => {
      dataTimer ??= setTimeout(onDataTimeout, dataTimeoutMs);
      clearTimeout(renderTimer);
      pendingReads++;
      try {
        return await Promise.race([read(), dataTimeout]);
      } catch (error) {
        if (!(error instanceof ForeignUrlError)) dataFailure ??= error instanceof Error ? error.message : String(error);
        throw error;
      } finally {
        pendingReads--;
        if (pendingReads === 0) watchRender();
      }
    },
  };
}
