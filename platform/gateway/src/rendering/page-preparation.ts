import { setTimeout as delay } from 'node:timers/promises';
import type { PageRequest } from '@shop/remote-contract/shell-build';
import { withTimeout } from '../http/with-timeout';
import type { CompositionCode, NodeBundle, PageCode } from './composition-code';
import type { PageRounds } from './page-rounds';
import type { Renderer } from './renderer';
import { ProcessFailedError, RenderFailedError, toError } from './renderer-errors';
import type { RendererLimits } from './renderer-limits';

export interface PagePreparationOptions {
  code: Pick<CompositionCode, 'name' | 'readPages'>;
  /** Pages that a new process renders before it is ready for others. */
  warmUpRequests: readonly PageRequest[];
  limits: RendererLimits;
  rounds: PageRounds;
  onError: (error: Error) => void;
  /** Milliseconds until a read of code fails. */
  readTimeoutMs: number;
  /** Milliseconds between two reads of code that cannot be read. */
  retryReadAfterMs: number;
}

/** Prepares the processes of a composition for pages: they evaluate the code of pages, and render the pages of the warm-up. */
export class PagePreparation {
  /** Remotes that cannot be evaluated, with the reason. Later processes leave them out. */
  readonly brokenRemotes = new Map<string, string>();
  /** Remotes whose last evaluation has ended its process. */
  private readonly endedEvaluations = new Set<string>();
  /** The code of pages. Undefined until the first process is prepared; all processes share the read. */
  code: Promise<PageCode> | undefined;
  /** True when a page of the warm-up has ended a process: the next process is ready without one. */
  private skipsWarmUp = false;
  private isClosed = false;

  constructor(private readonly options: PagePreparationOptions) {}

  /**
   * Prepares a process whose shell is evaluated.
   *
   * @throws When the process ends, or the preparation is closed before the code can be read.
   */
  async prepare(renderer: Renderer): Promise<void> {
    this.code ??= this.readCode();
    const { remotes, styleSheets } = await this.code;
    await renderer.call('styleSheets', styleSheets, this.callOptions);
    for (const [name, bundle] of Object.entries(remotes)) {
      if (!this.brokenRemotes.has(name)) await this.evaluateRemote(renderer, name, bundle);
    }
    await this.warmUp(renderer);
  }

  /** Ends the reads of code that cannot be read. */
  close(): void {
    this.isClosed = true;
  }

  private get callOptions() {
    return { timeoutMs: this.options.limits.startTimeoutMs, isPatient: true };
  }

  /** Reads the code of pages until it can be read. Reports each error once. */
  private async readCode(): Promise<PageCode> {
    const { code, readTimeoutMs, retryReadAfterMs, onError } = this.options;
    for (let lastMessage = ''; ; ) {
      try {
        return await withTimeout(code.readPages(), readTimeoutMs);
      } catch (error) {
        const { message } = toError(error);
        if (message !== lastMessage) onError(toError(error));
        lastMessage = message;
        await delay(retryReadAfterMs, undefined, { ref: false });
        if (this.isClosed) throw error;
      }
    }
  }

  private async evaluateRemote(renderer: Renderer, name: string, bundle: NodeBundle): Promise<void> {
    const { code, onError } = this.options;
    // Processes evaluate a remote at the same time: two that end together are one attempt.
    const isRetry = this.endedEvaluations.has(name);
    try {
      await renderer.call('remote', { name, ...bundle }, this.callOptions);
      this.endedEvaluations.delete(name);
    } catch (error) {
      if (!(error instanceof RenderFailedError)) throw error;
      if (error instanceof ProcessFailedError && !isRetry) {
        // The cause may be outside of the remote: a machine without free memory kills processes. The next one tries it again.
        this.endedEvaluations.add(name);
        throw error;
      }
      this.brokenRemotes.set(name, error.message);
      onError(new Error(`${code.name}: ${name} cannot be evaluated: ${error.message}`));
      if (error instanceof ProcessFailedError) throw error;
    }
  }

  private async warmUp(renderer: Renderer): Promise<void> {
    const { limits, rounds, warmUpRequests } = this.options;
    const deadline = performance.now() + limits.warmUpMs;
    for (const request of this.skipsWarmUp ? [] : warmUpRequests) {
      if (performance.now() >= deadline) return;
      try {
        await rounds.render((work) => work(renderer), request);
      } catch (error) {
        if (!(error instanceof ProcessFailedError)) continue;
        this.skipsWarmUp = true;
        throw error;
      }
    }
  }
}
