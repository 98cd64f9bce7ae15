import { pageRendererProcessFile } from '@shop/releases/runtime/renderer-process-file';
import type { PageRequest } from '@shop/remote-contract/shell-build';
import { getRequestScope, type RequestScope, runInRequestScope } from '@shop/server-runtime/request-scope';
import { superviseProcess } from '../../rendering/process-supervisor';
import { spawnRendererProcess } from '../../rendering/renderer-process';
import type { ReadData } from '../data/data-source';
import type { PageCode } from '../page-code';
import { notRendered, type PageResult } from '../page-result';
import type { PageRendererLimits } from '../renderer-limits';
import { answerFetch } from './answer-fetch';
import { type PageCall, startPageCall } from './page-call';
import { type PageMessage, parsePageMessage, parseRenderedPage } from './page-messages';
import { createProgressWatch } from './watch-progress';

export interface PageRendererOptions {
  code: PageCode;
  /** Pages that a new process renders before it is ready. */
  warmUpRequests: readonly PageRequest[];
  limits: PageRendererLimits;
  readData: ReadData;
  /** The process is ready, or has finished a page. */
  onFree: () => void;
  /** The shell renders no pages: it is older than 1.2 of the contract. */
  onNoPages: () => void;
  /** Receives each failure of the process and of a remote in it. */
  onError: (error: Error) => void;
  /** Is called after each failure of the process. */
  onProcessFailure?: (() => void) | undefined;
}

/** One process that renders pages of one composition, several at a time. */
export interface PageRenderer {
  /** True while the process runs and can render pages. */
  readonly isReady: boolean;
  /** Pages that the process works on and whose callers wait. */
  readonly pageCount: number;
  /** Starts the process. Resolves when it is ready. Rejects when the composition cannot be evaluated. */
  start: () => Promise<void>;
  /** Renders a page in the running process. Resolves to `not-rendered` when it fails. Never rejects. */
  render: (request: PageRequest) => Promise<PageResult>;
  /** Ends the process. Its pages are not rendered. */
  close: () => Promise<void>;
}

/** Pages that one process works on at a time. Their waits for data overlap. */
export const maxPagesPerProcess = 4;
/**
 * Unfinished pages without a caller that make a process start again: what they hold stays in its memory. A busy process finishes
 * such pages later.
 */
const maxAbandonedPages = 50;
/** A composition that does not start is evaluated again a few times an hour: the machine may have been busy. */
const maxRestartDelayMs = 5 * 60_000;
/** Pages of a process that may take longer: they run code that has not been compiled yet. */
const firstPages = 5;

/** Creates a renderer of pages. A process that fails is started again. */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { code, warmUpRequests, limits, readData, onFree, onNoPages, onError, onProcessFailure } = options;
  const calls = new Map<number, PageCall>();
  /** The requests whose pages the process renders. The data of a page is requested in the scope of its request. */
  const scopes = new WeakMap<PageCall, RequestScope>();
  let nextId = 1;
  let isClosed = false;
  /** The end of the warm-up of the running process. */
  let warmUp: Promise<void> | null = null;
  let isWarm = false;
  /** True when a page of the warm-up has ended a process: the next process is ready without one. */
  let skipsWarmUp = false;
  /** Pages that the running process has finished after its warm-up. */
  let finishedPages = 0;

  const supervisor = superviseProcess({
    name: code.name,
    ...limits,
    maxRestartDelayMs,
    spawn: (events) => {
      const started = spawnRendererProcess(pageRendererProcessFile, limits, events);
      started.send({ shell: code.shell });
      started.send({ remotes: code.remotes, styleSheets: code.styleSheets });
      return started;
    },
    onLine: receiveLine,
    onNotEnded: onError,
    onFailure: (error, wasStarted) => {
      skipsWarmUp ||= wasStarted && !isWarm;
      isWarm = false;
      progress.reset();
      const failed = [...calls.values()];
      calls.clear();
      for (const call of failed) call.fail(error.message);
      onError(error);
      onProcessFailure?.();
      return !isClosed && limits.idleTimeoutMs === undefined;
    },
  });

  const getRenderTimeout = () =>
    isWarm && finishedPages >= firstPages ? limits.renderTimeoutMs : limits.firstRenderTimeoutMs;

  const progress = createProgressWatch({
    getPid: () => supervisor.pid,
    sendPing: (ping) => supervisor.send({ ping }),
    getMaxCpuMs: getRenderTimeout,
    maxWaitMs: limits.stuckTimeoutMs,
    onStuck: supervisor.fail,
  });

  const countWaiting = () => [...calls.values()].filter(({ isSettled }) => !isSettled).length;

  const updateBusy = () => {
    progress.setBusy(calls.size > 0);
    supervisor.setBusy(calls.size > 0);
  };

  const render = (request: PageRequest): Promise<PageResult> =>
    new Promise((resolve) => {
      const id = nextId++;
      const onSettled = (result: PageResult) => {
        resolve(result);
        const abandoned = calls.size - countWaiting();
        if (abandoned >= maxAbandonedPages) supervisor.fail(`${abandoned} pages did not finish`);
      };
      const call = startPageCall({ ...limits, renderTimeoutMs: getRenderTimeout() }, progress.isStarved, onSettled);
      calls.set(id, call);
      const scope = getRequestScope();
      if (scope) scopes.set(call, scope);
      supervisor.send({ id, request });
      updateBusy();
    });

  const prepare = async () => {
    isWarm = false;
    finishedPages = 0;
    const deadline = performance.now() + limits.warmUpMs;
    const { pid } = supervisor;
    for (const request of skipsWarmUp ? [] : warmUpRequests) {
      if (performance.now() >= deadline || supervisor.pid !== pid) break;
      await render(request);
    }
    // The process of a warm-up that failed has been replaced.
    if (supervisor.pid !== pid || !supervisor.isStarted) return;
    isWarm = true;
    updateBusy();
    onFree();
  };

  const finish = (id: number, settle: (call: PageCall) => void) => {
    const call = calls.get(id);
    if (!call) {
      supervisor.fail('it rendered a page that it was not asked for');
      return;
    }
    calls.delete(id);
    if (isWarm) {
      finishedPages++;
      supervisor.markHealthy();
    }
    settle(call);
    updateBusy();
    onFree();
  };

  function receiveLine(line: string): void {
    let message: PageMessage;
    try {
      message = parsePageMessage(line);
    } catch {
      supervisor.fail('it sent a message that cannot be read');
      return;
    }
    receive(message);
  }

  function receive(message: PageMessage): void {
    if ('evaluated' in message) {
      if (!message.evaluated.rendersPages) onNoPages();
    } else if ('failed' in message) supervisor.fail(`it does not start: ${message.failed}`);
    else if ('started' in message) {
      if (supervisor.isStarted) {
        supervisor.fail('it started twice');
        return;
      }
      for (const [name, reason] of Object.entries(message.started.failedRemotes)) {
        onError(new Error(`${code.name}: ${name} cannot be evaluated: ${reason}`));
      }
      supervisor.markStarted();
      warmUp = prepare();
    } else if ('warning' in message) onError(new Error(`${code.name}: ${message.warning}`));
    else if ('pong' in message) progress.receivePong(message.pong);
    else if ('fetch' in message) {
      const { fetchId, url, id } = message.fetch;
      const call = id === undefined ? undefined : calls.get(id);
      void runInRequestScope(call && scopes.get(call), () => answerFetch(url, readData, call)).then((data) =>
        supervisor.send({ data: { fetchId, ...data } }),
      );
    } else if ('error' in message) finish(message.id, (call) => call.fail(message.error));
    else {
      const result = parseRenderedPage(message.result);
      for (const { app, version, slot, reason } of result.kind === 'page' ? result.slotFailures : []) {
        onError(new Error(`${code.name}: ${app} ${version} does not fill ${slot}: ${reason}`));
      }
      finish(message.id, (call) => call.settle(result));
    }
  }

  return {
    get isReady() {
      return isWarm && supervisor.isStarted;
    },
    get pageCount() {
      return countWaiting();
    },
    start: async () => {
      await supervisor.start();
      await warmUp;
    },
    render: async (request) =>
      supervisor.isStarted ? render(request) : notRendered('gateway', `${code.name} does not run`),
    close: async () => {
      isClosed = true;
      progress.reset();
      for (const call of calls.values()) call.settle(notRendered('gateway', `${code.name} has been closed`));
      calls.clear();
      await supervisor.close();
    },
  };
}
