import { setTimeout as delay } from 'node:timers/promises';
import { listAllConnectOrigins } from '@shop/remote-contract/connect';
import { localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import type { DocumentRequest, PageRequest, RenderedDocument, StoreIdentity } from '@shop/remote-contract/shell-build';
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { ReadData } from '../data/read-data';
import { withTimeout } from '../http/with-timeout';
import type { CompositionCode, NodeBundle, PageCode } from './composition-code';
import { collectData } from './page-data';
import { type NotRenderedCause, notRendered, type PageResult } from './page-result';
import {
  createRenderer,
  ProcessFailedError,
  type Renderer,
  RendererUnavailableError,
  RenderFailedError,
  RenderTimeoutError,
} from './renderer';
import type { RendererLimits } from './renderer-limits';
import { type EvaluatedShell, parseRenderedPage, type RendererWellKnown, renderedDocument } from './renderer-messages';

export interface RendererPoolOptions {
  code: CompositionCode;
  /** Pages that a new process renders before it is ready for others. */
  warmUpRequests: readonly PageRequest[];
  limits: RendererLimits;
  readData: ReadData;
  onError: (error: Error) => void;
  onProcessFailure?: (() => void) | undefined;
  /** Milliseconds until a read of code fails. Default 30,000. */
  readTimeoutMs?: number;
  /** Milliseconds between two reads of code that cannot be read. Default 10,000. */
  retryReadAfterMs?: number;
}

/** A part of a remote: the id of a route, or the name of a slot. */
export interface RemotePart {
  remote: string;
  kind: 'route' | 'slot';
  name: string;
}

/** The processes of one composition. They render its pages, and its documents without content. */
export interface RendererPool {
  /** Null until a shell has started, and for shells before 1.1 of the contract. */
  readonly wellKnown: RendererWellKnown | null;
  /** All inline scripts of documents of the shell. Null until a shell has started, and for shells before 6.2 of the contract. */
  readonly inlineScripts: readonly string[] | null;
  /** Remotes that cannot be evaluated, with the reason. Their own pages fail, and no others. */
  readonly brokenRemotes: ReadonlyMap<string, string>;
  /**
   * Starts the first process. Resolves when it renders documents.
   *
   * @throws When the shell cannot be read or evaluated.
   */
  start: () => Promise<void>;
  /** Resolves when a process renders pages. Rejects when the pool is closed before. */
  whenPrepared: () => Promise<void>;
  /**
   * Renders a page with its content. It never rejects. While no process is ready, or after repeated failures, it resolves to
   * `not-rendered` at once.
   */
  renderPage: (request: PageRequest) => Promise<PageResult>;
  /**
   * Renders a document without content.
   *
   * @throws {RenderFailedError} When the shell throws, takes too long or ends its process.
   * @throws {RendererUnavailableError} When no process renders for this composition now.
   */
  renderDocument: (request: DocumentRequest) => Promise<RenderedDocument>;
  /** Creates the text of `/site.webmanifest`. Rejects like `renderDocument`. */
  createWebManifest: (identity: StoreIdentity) => Promise<string>;
  /** Reports whether the module of a part exports a component. Rejects like `renderDocument`, also with what the module throws. */
  loadPart: (part: RemotePart) => Promise<boolean>;
  /**
   * Sets the number of processes. Surplus processes end when their calls are answered.
   * They start now, or with the next call where the limits let an idle process end.
   */
  resize: (size: number) => void;
  /** Number of processes that render pages now, and of those that are starting. */
  readonly processes: { ready: number; starting: number };
  close: () => Promise<void>;
}

/** Pages that wait for a process. */
const maxWaitingPages = 64;
/** Milliseconds that a page waits for a process that starts on demand. */
const maxStartWaitMs = 1500;
/** Milliseconds that a document waits in the queue and over restarts. nginx waits five seconds. */
const maxDocumentWaitMs = 4000;
/** Milliseconds between two attempts to call a process that has ended. */
const restartPollMs = 20;
/** Milliseconds that surplus processes have for their calls. */
const drainMs = 5000;
/** Calls of a process in which its pages may take longer: they run code that has not been compiled yet. */
const firstPages = 5;
/** Characters of the addresses, with those of their requests, that a pool remembers. */
const maxAddressLength = 2 ** 20;
/** Reads of data for one page: its requests may depend on each other. */
const maxRounds = 3;

/** A call that waits for a process. */
interface Job {
  /** Documents need no prepared process, and come first: they stand in for pages. */
  isDocument: boolean;
  begin: (renderer: Renderer) => void;
  cancel: (reason: string) => void;
}

/** Creates a pool without processes. `start` and `resize` start them. */
export function createRendererPool(options: RendererPoolOptions): RendererPool {
  const { code, warmUpRequests, limits, readData, onError, onProcessFailure } = options;
  const { readTimeoutMs = 30_000, retryReadAfterMs = 10_000 } = options;
  const { idleTimeoutMs } = limits;
  let size = 0;
  let renderers: Renderer[] = [];
  let isClosed = false;
  let evaluated: EvaluatedShell | undefined;
  let shellBundle: NodeBundle | undefined;
  let reading: Promise<PageCode> | undefined;
  const brokenRemotes = new Map<string, string>();
  /** True when a page of the warm-up has ended a process: the next process is ready without one. */
  let skipsWarmUp = false;
  const jobs: Job[] = [];
  const surplus = new Set<Renderer>();
  const prepared = createDeferred();
  const breakers = new Map<string, CircuitBreakerPolicy>();
  /** Paths whose pages each process has rendered, by its shell. Another process has another one. */
  const warmPaths = new WeakMap<EvaluatedShell, Set<string>>();
  /** Paths whose last page was the first one of its process, and took too long. */
  const coldMisses = new Set<string>();
  /** What pages have read by their address. It is read before the next render, which then needs one call instead of several. */
  const urlsByAddress = new LRUCache<string, readonly string[]>({
    maxSize: maxAddressLength,
    sizeCalculation: (urls, address) => urls.reduce((length, url) => length + url.length, address.length),
  });

  const readShell = async () => {
    shellBundle ??= await withTimeout(code.readShell(), readTimeoutMs);
    return shellBundle;
  };

  /** Reads the code of pages until it can be read. */
  const readPages = async (): Promise<PageCode> => {
    for (let lastMessage = ''; ; ) {
      try {
        return await withTimeout(code.readPages(), readTimeoutMs);
      } catch (error) {
        if (toError(error).message !== lastMessage) onError(toError(error));
        lastMessage = toError(error).message;
        await delay(retryReadAfterMs, undefined, { ref: false });
        if (isClosed) throw error;
      }
    }
  };

  const prepare = async (renderer: Renderer) => {
    reading ??= readPages();
    const { remotes, styleSheets } = await reading;
    const callOptions = { timeoutMs: limits.startTimeoutMs, isPatient: true };
    await renderer.call('styleSheets', styleSheets, callOptions);
    for (const [name, bundle] of Object.entries(remotes)) {
      if (brokenRemotes.has(name)) continue;
      try {
        await renderer.call('remote', { name, ...bundle }, callOptions);
      } catch (error) {
        if (!(error instanceof RenderFailedError)) throw error;
        brokenRemotes.set(name, error.message);
        onError(new Error(`${code.name}: ${name} cannot be evaluated: ${error.message}`));
        if (error instanceof ProcessFailedError) throw error;
      }
    }
    await warmUp(renderer);
  };

  const warmUp = async (renderer: Renderer) => {
    const deadline = performance.now() + limits.warmUpMs;
    for (const request of skipsWarmUp ? [] : warmUpRequests) {
      if (performance.now() >= deadline) return;
      try {
        await renderWith((run) => run(renderer), request);
      } catch (error) {
        if (!(error instanceof ProcessFailedError)) continue;
        skipsWarmUp = true;
        throw error;
      }
    }
  };

  /** Finds an idle process, else one that is busy with one page: it begins the next call without waiting for the gateway. */
  const findFree = (isDocument: boolean) =>
    renderers.find(({ pendingCalls, isPrepared }) => pendingCalls === 0 && (isDocument || isPrepared)) ??
    renderers.find(({ pendingCalls, isPrepared }) => pendingCalls === 1 && isPrepared);

  /** Begins the calls that wait, documents first. */
  const beginJobs = () => {
    for (const isDocument of [true, false]) {
      for (const job of jobs.filter((candidate) => candidate.isDocument === isDocument)) {
        const free = findFree(isDocument);
        if (!free) break;
        jobs.splice(jobs.indexOf(job), 1);
        job.begin(free);
      }
    }
  };

  /** Runs work with the next free process. @throws {RendererUnavailableError} When none is free in time. */
  const schedule = <Result>(
    isDocument: boolean,
    waitMs: number,
    work: (renderer: Renderer) => Promise<Result>,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const job: Job = {
        isDocument,
        begin: (renderer) => {
          clearTimeout(timer);
          work(renderer).then(resolve, reject);
        },
        cancel: (reason) => {
          clearTimeout(timer);
          jobs.splice(jobs.indexOf(job), 1);
          reject(new RendererUnavailableError(reason));
        },
      };
      const timer = setTimeout(() => job.cancel('every process is busy'), waitMs);
      jobs.push(job);
      beginJobs();
    });

  const addRenderers = () => {
    while (!isClosed && renderers.length < size) {
      const renderer: Renderer = createRenderer({
        code: { name: code.name, readShell },
        limits,
        prepare,
        onFree: () => {
          if (renderer.isPrepared) prepared.resolve();
          beginJobs();
        },
        onShell: (shell) => {
          evaluated = shell;
        },
        onError,
        onProcessFailure,
      });
      renderers.push(renderer);
    }
    if (idleTimeoutMs !== undefined) return;
    for (const renderer of renderers) void renderer.start().catch(() => {});
  };

  /** Starts the first process unless it runs. */
  const startFirst = async () => {
    if (size === 0) size = 1;
    addRenderers();
    const [first] = renderers;
    if (!first) throw new RendererUnavailableError(`${code.name} has been closed`);
    await first.start();
  };

  /**
   * Calls a process for a page of a path. The first call of each process for a path may take longer.
   *
   * @throws {ColdPageError} When it takes too long all the same, for the first time: the code may work in the next process.
   */
  const callForPage = async (
    renderer: Renderer,
    path: string,
    call: (timeoutMs: number) => Promise<unknown>,
  ): Promise<unknown> => {
    const { shell } = renderer;
    const warm = (shell && warmPaths.get(shell)) ?? new Set();
    if (shell) warmPaths.set(shell, warm);
    const isCold = !renderer.isPrepared || renderer.answeredCalls < firstPages || !warm.has(path);
    try {
      const result = await call(isCold ? limits.firstRenderTimeoutMs : limits.renderTimeoutMs);
      warm.add(path);
      coldMisses.delete(path);
      return result;
    } catch (error) {
      if (!isCold || coldMisses.has(path) || !(error instanceof RenderTimeoutError)) throw error;
      coldMisses.add(path);
      throw new ColdPageError(error.message);
    }
  };

  /**
   * Renders a page: calls a process, reads the data that the page needs, and calls a process again with it.
   *
   * @param run Runs a call in a process.
   */
  const renderWith = async (
    run: (work: (renderer: Renderer) => Promise<unknown>) => Promise<unknown>,
    { composition, ...request }: PageRequest,
  ): Promise<PageResult> => {
    const data = collectData(readData, limits, listAllConnectOrigins(composition));
    const path = request.route ? `${request.route.remote} ${request.route.path}` : '';
    const address = localizePath(request.language ?? sourceLanguage, request.pathname) + request.search;
    await data.read(urlsByAddress.get(address) ?? []);
    for (let round = 0; ; round++) {
      const input = { request, data: data.list() };
      const result = parseRenderedPage(
        await run((renderer) => {
          return callForPage(renderer, path, (timeoutMs) => renderer.call('page', input, { timeoutMs, composition }));
        }),
      );
      if (result.kind !== 'needs') {
        urlsByAddress.set(address, data.listUrls());
        const isOfData = result.kind === 'not-rendered' && result.cause === 'composition' && data.failure;
        return isOfData ? notRendered('data', data.failure ?? '') : result;
      }
      if (round === maxRounds) return notRendered('composition', `it reads data more than ${maxRounds} times`);
      await data.read(result.urls);
    }
  };

  const renderNow = async (request: PageRequest): Promise<PageResult> => {
    if (idleTimeoutMs !== undefined && !renderers.some(({ isPrepared }) => isPrepared)) {
      const started = startFirst().then(() => schedule(false, maxStartWaitMs, async () => {}));
      await Promise.race([started, delay(maxStartWaitMs, undefined, { ref: false })]).catch(() => {});
    }
    if (renderers.some(({ shell }) => shell?.rendersPages === false)) {
      return notRendered('unsupported', 'the shell renders no pages');
    }
    if (!reading || !renderers.some(({ isPrepared }) => isPrepared)) {
      return notRendered('gateway', 'no process renders pages yet');
    }
    const { remotes } = await reading;
    if (request.route && !Object.hasOwn(remotes, request.route.remote)) {
      return notRendered('unsupported', `${request.route.remote} has no Node bundle`);
    }
    if (jobs.length >= maxWaitingPages) return notRendered('gateway', 'too many pages wait');
    try {
      return await renderWith((work) => schedule(false, limits.pageWaitMs, work), request);
    } catch (error) {
      const frames = error instanceof RenderFailedError ? error.frames : [];
      return notRendered(getCause(error), toError(error).message, frames);
    }
  };

  /** Calls a process for something that needs no prepared process. */
  const callForDocument = async (name: string, input: unknown, callOptions: object = {}): Promise<unknown> => {
    const deadline = performance.now() + maxDocumentWaitMs;
    const timeoutMs = limits.documentTimeoutMs;
    for (;;) {
      if (isClosed) throw new RendererUnavailableError(`${code.name} has been closed`);
      if (idleTimeoutMs !== undefined) await withTimeout(startFirst(), Math.max(1, deadline - performance.now()));
      try {
        const waitMs = Math.max(1, deadline - performance.now());
        return await schedule(true, waitMs, (renderer) =>
          renderer.call(name, input, { timeoutMs, isPatient: true, ...callOptions }),
        );
      } catch (error) {
        if (!(error instanceof RendererUnavailableError) || performance.now() >= deadline) throw error;
        // The process ended before the call began.
        await delay(restartPollMs, undefined, { ref: false });
      }
    }
  };

  /** A shell that returns something else than its contract says has failed. */
  const parseResult = <Result>(schema: v.GenericSchema<unknown, Result>, result: unknown): Result => {
    try {
      return v.parse(schema, result);
    } catch (error) {
      throw new RenderFailedError(`${code.name} returned no valid result: ${toError(error).message}`);
    }
  };

  const getBreaker = (app: string): CircuitBreakerPolicy => {
    const known = breakers.get(app);
    if (known) return known;
    const breaker = circuitBreaker(
      handleWhenResult((result) => (result as PageResult).kind === 'not-rendered'),
      {
        halfOpenAfter: new ExponentialBackoff({ initialDelay: 5000, maxDelay: 5 * 60_000 }),
        // At least half of at least five of the last twenty pages.
        breaker: new CountBreaker({ threshold: 0.49, size: 20, minimumNumberOfCalls: 5 }),
      },
    );
    breaker.onBreak((reason) => {
      const { value } = (reason ?? {}) as { value?: PageResult };
      const why = value?.kind === 'not-rendered' ? `: ${value.reason}` : '';
      onError(new Error(`pages of ${app} are rendered by browsers for a while after repeated failures${why}`));
    });
    breakers.set(app, breaker);
    return breaker;
  };

  const renderPage = async (request: PageRequest): Promise<PageResult> => {
    const breaker = getBreaker(request.route?.remote ?? 'shell');
    const failed = notRendered('composition', 'its pages have failed repeatedly');
    // One page at a time tries an app whose pages have failed. The others do not wait for it.
    if (breaker.state === CircuitState.HalfOpen) return failed;
    try {
      return await breaker.execute(async () => {
        const result = await renderNow(request);
        // The other causes say nothing about the app.
        if (result.kind === 'not-rendered' && result.cause !== 'composition') throw new NeutralResult(result);
        return result;
      });
    } catch (error) {
      if (error instanceof NeutralResult) return error.result;
      if (error instanceof BrokenCircuitError) return failed;
      throw error;
    }
  };

  const closeWhenIdle = async (renderer: Renderer) => {
    surplus.add(renderer);
    const deadline = performance.now() + drainMs;
    while (renderer.shell && renderer.pendingCalls !== 0 && performance.now() < deadline) await delay(20);
    surplus.delete(renderer);
    await renderer.close();
  };

  const resize = (nextSize: number) => {
    size = nextSize;
    for (const renderer of renderers.slice(size)) void closeWhenIdle(renderer);
    renderers = renderers.slice(0, size);
    addRenderers();
  };

  return {
    get wellKnown() {
      return evaluated?.wellKnown ?? null;
    },
    get inlineScripts() {
      return evaluated?.inlineScripts ?? null;
    },
    start: startFirst,
    brokenRemotes,
    whenPrepared: () => prepared.promise,
    renderPage,
    renderDocument: async ({ composition, ...request }) =>
      parseResult(renderedDocument, await callForDocument('document', request, { composition })),
    createWebManifest: async (identity) => parseResult(v.string(), await callForDocument('manifest', identity)),
    loadPart: async (part) => (await callForDocument('part', part)) === true,
    resize,
    get processes() {
      const ready = renderers.filter(({ isPrepared }) => isPrepared).length;
      return { ready, starting: idleTimeoutMs === undefined ? renderers.length - ready : 0 };
    },
    close: async () => {
      isClosed = true;
      for (const job of [...jobs]) job.cancel(`${code.name} has been closed`);
      prepared.reject(new RendererUnavailableError(`${code.name} has been closed`));
      await Promise.all([...renderers, ...surplus].map((renderer) => renderer.close()));
      renderers = [];
    },
  };
}

/** A result that does not count as a failure or a success of an app. */
class NeutralResult extends Error {
  constructor(readonly result: PageResult) {
    super('The result says nothing about the app.');
  }
}

/** The first page of a path in a process took too long. It ends its process. */
class ColdPageError extends ProcessFailedError {}

function getCause(error: unknown): NotRenderedCause {
  if (error instanceof RendererUnavailableError) return 'gateway';
  return error instanceof ColdPageError ? 'cold' : 'composition';
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
