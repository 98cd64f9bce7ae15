import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentRequest, PageRequest, RenderedDocument, StoreIdentity } from '@shop/remote-contract/shell-build';
import * as v from 'valibot';
import type { ReadData } from '../data/read-data';
import { withTimeout } from '../http/with-timeout';
import { AppBreakers } from './app-breakers';
import { CallQueue } from './call-queue';
import type { CompositionCode, NodeBundle } from './composition-code';
import { PagePreparation } from './page-preparation';
import { type NotRenderedCause, notRendered, type PageResult } from './page-result';
import { PageRounds } from './page-rounds';
import type { CallOptions } from './process-calls';
import { ColdPageError, RendererUnavailableError, RenderFailedError, toError } from './renderer-errors';
import { RendererGroup } from './renderer-group';
import type { RendererLimits } from './renderer-limits';
import { type EvaluatedShell, renderedDocument } from './renderer-messages';

export interface RendererPoolOptions {
  code: CompositionCode;
  /** Pages that a new process renders before it is ready for others. */
  warmUpRequests: readonly PageRequest[];
  limits: RendererLimits;
  readData: ReadData;
  /** Reports whether the gateway may call an origin that a remote declares. Default: it may call all of them. */
  mayReadBackend?: ((origin: string) => boolean) | undefined;
  onError: (error: Error) => void;
  onProcessFailure?: (() => void) | undefined;
  /** Milliseconds until a read of code fails. Default 30,000. */
  readTimeoutMs?: number;
  /** Milliseconds between two reads of code that cannot be read. Default 10,000. */
  retryReadAfterMs?: number;
}

/** The processes of one composition. They render its pages, and its documents without content. */
export interface RendererPool {
  /** Null until a shell has started, and for shells before 1.1 of the contract. */
  readonly wellKnown: EvaluatedShell['wellKnown'];
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
  /**
   * Reports whether the module of a route, by its id, or of a slot, by its name, exports a component. Rejects like
   * `renderDocument`, also with what the module throws.
   */
  loadPart: (part: { remote: string; kind: 'route' | 'slot'; name: string }) => Promise<boolean>;
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

/** Creates a pool without processes. `start` and `resize` start them. */
export function createRendererPool(options: RendererPoolOptions): RendererPool {
  const parts = new PoolParts(options);
  const { breakers, group, preparation } = parts;
  return {
    get wellKnown() {
      return parts.evaluated?.wellKnown ?? null;
    },
    get inlineScripts() {
      return parts.evaluated?.inlineScripts ?? null;
    },
    brokenRemotes: preparation.brokenRemotes,
    start: () => group.startFirst(),
    whenPrepared: () => parts.prepared.promise,
    renderPage: (request) => breakers.execute(request.route?.remote ?? 'shell', () => parts.renderPage(request)),
    renderDocument: async ({ composition, ...request }) =>
      parts.parseResult(renderedDocument, await parts.callForDocument('document', request, { composition })),
    createWebManifest: async (identity) =>
      parts.parseResult(v.string(), await parts.callForDocument('manifest', identity)),
    loadPart: async (part) => (await parts.callForDocument('part', part)) === true,
    resize: (size) => group.resize(size),
    get processes() {
      return group.processes;
    },
    close: () => parts.close(),
  };
}

/** The parts of a pool, and the calls that need several of them. */
class PoolParts {
  readonly breakers: AppBreakers;
  readonly group: RendererGroup;
  readonly preparation: PagePreparation;
  readonly prepared = createDeferred();
  /** The shell of the process that has started last. Undefined before the first one. */
  evaluated: EvaluatedShell | undefined;
  private readonly queue: CallQueue;
  private readonly rounds: PageRounds;
  private shellBundle: NodeBundle | undefined;
  private isClosed = false;

  constructor(private readonly options: RendererPoolOptions) {
    const { code, limits, readData, mayReadBackend, onError, onProcessFailure } = options;
    const { readTimeoutMs = 30_000, retryReadAfterMs = 10_000 } = options;
    this.breakers = new AppBreakers(onError);
    this.rounds = new PageRounds(readData, limits, mayReadBackend);
    this.preparation = new PagePreparation({ ...options, readTimeoutMs, retryReadAfterMs, rounds: this.rounds });
    this.group = new RendererGroup({
      code: { name: code.name, readShell: () => this.readShell(readTimeoutMs) },
      limits,
      prepare: (renderer) => this.preparation.prepare(renderer),
      onFree: ({ isPrepared }) => {
        if (isPrepared) this.prepared.resolve();
        this.queue.beginWaiting();
      },
      onShell: (shell) => {
        this.evaluated = shell;
      },
      onError,
      onProcessFailure,
    });
    this.queue = new CallQueue((isDocument) => this.group.findFree(isDocument));
  }

  /** Renders a page of an app whose pages have not failed repeatedly. */
  async renderPage(request: PageRequest): Promise<PageResult> {
    const { group, preparation, queue } = this;
    if (group.startsOnDemand && !group.isPrepared) await this.startForPage();
    if (!group.rendersPages) return notRendered('unsupported', 'the shell renders no pages');
    if (!preparation.code || !group.isPrepared) return notRendered('gateway', 'no process renders pages yet');
    const { remotes } = await preparation.code;
    if (request.route && !Object.hasOwn(remotes, request.route.remote)) {
      return notRendered('unsupported', `${request.route.remote} has no Node bundle`);
    }
    if (queue.length >= maxWaitingPages) return notRendered('gateway', 'too many pages wait');
    try {
      return await this.rounds.render((work) => queue.run(false, this.options.limits.pageWaitMs, work), request);
    } catch (error) {
      const frames = error instanceof RenderFailedError ? error.frames : [];
      return notRendered(getCause(error), toError(error).message, frames);
    }
  }

  /** Calls a process for something that needs no prepared process. Calls another one when the process ends before. */
  async callForDocument(name: string, input: unknown, more: Pick<CallOptions, 'composition'> = {}): Promise<unknown> {
    const deadline = performance.now() + maxDocumentWaitMs;
    const getRemainingMs = () => Math.max(1, deadline - performance.now());
    const callOptions = { timeoutMs: this.options.limits.documentTimeoutMs, isPatient: true, ...more };
    for (;;) {
      if (this.isClosed) throw this.createClosedError();
      if (this.group.startsOnDemand) await withTimeout(this.group.startFirst(), getRemainingMs());
      try {
        return await this.queue.run(true, getRemainingMs(), (renderer) => renderer.call(name, input, callOptions));
      } catch (error) {
        if (!(error instanceof RendererUnavailableError) || performance.now() >= deadline) throw error;
        await delay(restartPollMs, undefined, { ref: false });
      }
    }
  }

  /** @throws {RenderFailedError} For a result that the contract of shells does not allow. */
  parseResult<Result>(schema: v.GenericSchema<unknown, Result>, result: unknown): Result {
    try {
      return v.parse(schema, result);
    } catch (error) {
      throw new RenderFailedError(`${this.options.code.name} returned no valid result: ${toError(error).message}`);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.preparation.close();
    const error = this.createClosedError();
    this.queue.cancelAll(error.message);
    this.prepared.reject(error);
    await this.group.close();
  }

  private createClosedError(): RendererUnavailableError {
    return new RendererUnavailableError(`${this.options.code.name} has been closed`);
  }

  /** Starts a process for a page that has come before one is prepared. Waits for it, but not long, and never rejects. */
  private async startForPage(): Promise<void> {
    const started = this.group.startFirst().then(() => this.queue.run(false, maxStartWaitMs, async () => {}));
    await Promise.race([started, delay(maxStartWaitMs, undefined, { ref: false })]).catch(() => {});
  }

  private async readShell(readTimeoutMs: number): Promise<NodeBundle> {
    this.shellBundle ??= await withTimeout(this.options.code.readShell(), readTimeoutMs);
    return this.shellBundle;
  }
}

function getCause(error: unknown): NotRenderedCause {
  if (error instanceof RendererUnavailableError) return 'gateway';
  return error instanceof ColdPageError ? 'cold' : 'composition';
}

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
