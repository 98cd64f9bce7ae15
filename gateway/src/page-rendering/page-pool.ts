import { setTimeout as delay } from 'node:timers/promises';
import type { PageRequest } from '@shop/remote-contract/shell-build';
import { getRequestScope, type RequestScope, runInRequestScope } from '@shop/server-runtime/request-scope';
import { withTimeout } from '../http/with-timeout';
import { createCircuitBreaker } from './circuit-breaker';
import type { ReadData } from './data/data-source';
import type { PageCode } from './page-code';
import { notRendered, type PageResult, type RenderPage } from './page-result';
import { createPageRenderer, maxPagesPerProcess, type PageRenderer } from './process/page-renderer';
import type { PageRendererLimits } from './renderer-limits';

export interface PagePoolOptions {
  /** Reads the code of the composition. */
  readCode: () => Promise<PageCode>;
  /** Pages that a new process renders before it is ready. */
  warmUpRequests: readonly PageRequest[];
  limits: PageRendererLimits;
  readData: ReadData;
  /** Receives each failure. */
  onError: (error: Error) => void;
  /** Is called after each failure of a process. */
  onProcessFailure?: () => void;
  /** Milliseconds until a read of the code fails. Default 30,000. */
  readTimeoutMs?: number;
  /** Milliseconds between two reads of code that cannot be read. Default 10,000. */
  retryReadAfterMs?: number;
}

/** Processes that render the pages of one composition. */
export interface PagePool {
  /**
   * Renders a page. While no process is ready, or after repeated failures, it resolves to `not-rendered` at once.
   */
  renderPage: RenderPage;
  /**
   * Sets the number of processes. Surplus processes end when their pages are finished. New ones start now, one after the other;
   * with an idle timeout they start with the next page.
   */
  resize: (size: number) => void;
  /**
   * Gives the pool one process that starts with the first page and ends after five minutes without a page. Pages are not
   * rendered until it is ready. A later `resize` ends this.
   */
  startOnDemand: () => void;
  /** Resolves when the first process is ready. Rejects when the composition cannot be read or evaluated. */
  start: () => Promise<void>;
  /** True when the code of the composition could not be read. */
  readonly isUnreadable: boolean;
  /** Number of processes that render pages now, and of those that are starting. */
  readonly processes: { ready: number; starting: number };
  close: () => Promise<void>;
}

/** Pages that wait for a process. */
const maxWaitingPages = 64;
/** Milliseconds that a page waits for a process. */
const maxWaitMs = 200;
const breakerTimes = { retryAfterMs: 5000, maxRetryAfterMs: 5 * 60_000 };
/** Milliseconds that surplus processes have for their pages. */
const drainMs = 5000;
/** Milliseconds without a page after which the process of `startOnDemand` ends. */
const demandIdleMs = 5 * 60_000;
/** Milliseconds that a page waits for a process that starts on demand. */
const maxStartWaitMs = 1500;

interface WaitingPage {
  request: PageRequest;
  /** The request that waits. */
  scope: RequestScope | undefined;
  resolve: (result: PageResult) => void;
  timer: NodeJS.Timeout;
}

/** Creates a pool of no processes. `resize` starts them. */
export function createPagePool(options: PagePoolOptions): PagePool {
  const { readCode, warmUpRequests, limits, readData, onError, onProcessFailure } = options;
  const { readTimeoutMs = 30_000, retryReadAfterMs = 10_000 } = options;
  let size = 0;
  let renderers: PageRenderer[] = [];
  let code: PageCode | null = null;
  let isUnreadable = false;
  let hasPages = true;
  let isAdding = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Set while the last process that started has failed to start. */
  let startError: Error | null = null;
  /** Set while the pool starts its process with the first page. The timer ends an idle process. */
  let demand: { timer?: NodeJS.Timeout } | null = null;
  const isOnDemand = limits.idleTimeoutMs !== undefined;
  const waiting = new Set<WaitingPage>();
  const surplus = new Set<PageRenderer>();
  const firstStart = createDeferred();

  const breaker = createCircuitBreaker<PageResult>({
    ...breakerTimes,
    isFailure: (result) => (result.kind !== 'not-rendered' ? false : result.cause === 'composition' || null),
    onOpen: (result) => {
      const reason = result.kind === 'not-rendered' ? result.reason : '';
      onError(new Error(`pages are rendered by browsers for a while after repeated failures: ${reason}`));
    },
  });

  /** Finds the ready process with the fewest pages. */
  const findFree = (): PageRenderer | undefined =>
    renderers
      .filter(({ isReady, pageCount }) => isReady && pageCount < maxPagesPerProcess)
      .sort((a, b) => a.pageCount - b.pageCount)[0];

  const renderWaiting = () => {
    // The first process may have failed to start before.
    if (!isOnDemand) void addRenderers();
    for (const page of waiting) {
      const free = findFree();
      if (!free) return;
      waiting.delete(page);
      clearTimeout(page.timer);
      void runInRequestScope(page.scope, () => free.render(page.request)).then(page.resolve);
    }
  };

  const wait = (request: PageRequest): Promise<PageResult> =>
    new Promise((resolve) => {
      const giveUp = () => {
        waiting.delete(page);
        resolve(notRendered('gateway', 'every process is busy'));
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      const page: WaitingPage = { request, scope: getRequestScope(), resolve, timer };
      waiting.add(page);
    });

  const render: RenderPage = async (request) => {
    if (!hasPages) return notRendered('unsupported', 'the shell renders no pages');
    if (isOnDemand && !renderers.some(({ isReady }) => isReady)) {
      const started = addRenderers().then(() => Promise.all(renderers.map(startRenderer)));
      await Promise.race([started, delay(maxStartWaitMs, undefined, { ref: false })]);
    }
    const free = findFree();
    if (free) return free.render(request);
    if (!renderers.some(({ isReady }) => isReady)) {
      return startError
        ? notRendered('composition', startError.message)
        : notRendered('gateway', 'the page renderer is starting');
    }
    if (waiting.size >= maxWaitingPages) return notRendered('gateway', 'too many pages wait');
    return wait(request);
  };

  /** @returns False when the process does not start. */
  const startRenderer = async (renderer: PageRenderer): Promise<boolean> => {
    try {
      await renderer.start();
      startError = null;
      firstStart.resolve();
      return true;
    } catch (error) {
      startError = toError(error);
      firstStart.reject(startError);
      return false;
    }
  };

  /** Reads the code of the composition; null when it cannot be read now. */
  const loadCode = async (): Promise<PageCode | null> => {
    if (code) return code;
    try {
      code = await withTimeout(readCode(), readTimeoutMs);
      isUnreadable = false;
      return code;
    } catch (error) {
      if (!isUnreadable) onError(toError(error));
      isUnreadable = true;
      firstStart.reject(toError(error));
      retryTimer = setTimeout(() => void addRenderers(), retryReadAfterMs).unref();
      return null;
    }
  };

  const onNoPages = () => {
    hasPages = false;
    size = 0;
    for (const renderer of renderers.splice(0)) void renderer.close();
  };

  /** Starts the missing processes. The next one starts after the previous one has started. */
  const addRenderers = async () => {
    if (isAdding || renderers.length >= size) return;
    isAdding = true;
    const loaded = await loadCode();
    while (loaded && !isClosed && renderers.length < size) {
      const renderer = createPageRenderer({
        code: loaded,
        warmUpRequests,
        limits,
        readData,
        onFree: renderWaiting,
        onNoPages,
        onError,
        onProcessFailure,
      });
      renderers.push(renderer);
      if (!isOnDemand && !(await startRenderer(renderer))) break;
    }
    isAdding = false;
  };

  const closeWhenIdle = async (renderer: PageRenderer) => {
    surplus.add(renderer);
    const deadline = performance.now() + drainMs;
    while (renderer.pageCount > 0 && performance.now() < deadline) await delay(20);
    surplus.delete(renderer);
    await renderer.close();
  };

  const renderUnlessOpen: RenderPage = (request) =>
    breaker.run(() => render(request)) ??
    Promise.resolve(notRendered('composition', 'its pages have failed repeatedly'));

  const setSize = (nextSize: number) => {
    size = hasPages ? nextSize : 0;
    for (const renderer of renderers.slice(size)) void closeWhenIdle(renderer);
    renderers = renderers.slice(0, size);
    if (renderers.length < size && !isOnDemand) void addRenderers();
  };

  const endDemand = () => {
    clearTimeout(demand?.timer);
    demand = null;
  };

  /** Starts the process of `startOnDemand`, and postpones its end. */
  const meetDemand = () => {
    if (!demand) return;
    clearTimeout(demand.timer);
    demand.timer = setTimeout(() => setSize(0), demandIdleMs).unref();
    if (size === 0) setSize(1);
  };

  return {
    renderPage: (request) => {
      meetDemand();
      return renderUnlessOpen(request);
    },
    resize: (nextSize) => {
      endDemand();
      setSize(nextSize);
    },
    startOnDemand: () => {
      if (demand) return;
      demand = {};
      setSize(0);
    },
    start: () => firstStart.promise,
    get isUnreadable() {
      return isUnreadable;
    },
    get processes() {
      const ready = renderers.filter(({ isReady }) => isReady).length;
      return { ready, starting: renderers.length - ready };
    },
    close: async () => {
      isClosed = true;
      endDemand();
      clearTimeout(retryTimer);
      for (const { resolve, timer } of waiting) {
        clearTimeout(timer);
        resolve(notRendered('gateway', 'the page renderer has been closed'));
      }
      waiting.clear();
      firstStart.reject(new Error('the page renderer has been closed'));
      const closed = [...renderers, ...surplus];
      renderers = [];
      await Promise.all(closed.map((renderer) => renderer.close()));
    },
  };
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

function createDeferred() {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // Callers may not wait.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
