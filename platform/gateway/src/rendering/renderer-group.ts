import { setTimeout as delay } from 'node:timers/promises';
import { Renderer, type RendererOptions } from './renderer';
import { RendererUnavailableError } from './renderer-errors';

export interface RendererGroupOptions extends Omit<RendererOptions, 'onFree'> {
  /** A process of the group can take a call. */
  onFree: (renderer: Renderer) => void;
}

/** Milliseconds that surplus processes have for their calls. */
const drainMs = 5000;

/** The processes of a pool. Where the limits let an idle process end, they start with the next call, and else at once. */
export class RendererGroup {
  private size = 0;
  private renderers: Renderer[] = [];
  /** Processes beyond the size, until their calls are answered. */
  private readonly surplus = new Set<Renderer>();
  private isClosed = false;

  /** Creates a group without processes. */
  constructor(private readonly options: RendererGroupOptions) {}

  /** True when a process renders pages now. */
  get isPrepared(): boolean {
    return this.renderers.some(({ isPrepared }) => isPrepared);
  }

  /** False when the shell of a process is known to render no pages. */
  get rendersPages(): boolean {
    return !this.renderers.some(({ shell }) => shell?.rendersPages === false);
  }

  /** Number of processes that render pages now, and of those that are starting. */
  get processes(): { ready: number; starting: number } {
    const ready = this.renderers.filter(({ isPrepared }) => isPrepared).length;
    return { ready, starting: this.startsOnDemand ? 0 : this.renderers.length - ready };
  }

  /** True where the limits let an idle process end. */
  get startsOnDemand(): boolean {
    return this.options.limits.idleTimeoutMs !== undefined;
  }

  /** Finds an idle process, else one that is busy with one page: it begins the next call without waiting for the gateway. */
  findFree(isDocument: boolean): Renderer | undefined {
    return (
      this.renderers.find(({ pendingCalls, isPrepared }) => pendingCalls === 0 && (isDocument || isPrepared)) ??
      this.renderers.find(({ pendingCalls, isPrepared }) => pendingCalls === 1 && isPrepared)
    );
  }

  /** Starts the first process unless it runs. Resolves when its shell is evaluated. Rejects when that fails. */
  async startFirst(): Promise<void> {
    if (this.size === 0) this.size = 1;
    this.addMissing();
    const [first] = this.renderers;
    if (!first) throw new RendererUnavailableError(`${this.options.code.name} has been closed`);
    await first.start();
  }

  /** Sets the number of processes. Surplus processes end when their calls are answered. */
  resize(size: number): void {
    this.size = size;
    for (const renderer of this.renderers.slice(size)) void this.closeWhenIdle(renderer);
    this.renderers = this.renderers.slice(0, size);
    this.addMissing();
  }

  /** Ends all processes for ever. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.renderers, ...this.surplus].map((renderer) => renderer.close()));
    this.renderers = [];
  }

  private addMissing(): void {
    while (!this.isClosed && this.renderers.length < this.size) {
      const renderer: Renderer = new Renderer({ ...this.options, onFree: () => this.options.onFree(renderer) });
      this.renderers.push(renderer);
    }
    if (this.startsOnDemand) return;
    for (const renderer of this.renderers) void renderer.start().catch(() => {});
  }

  private async closeWhenIdle(renderer: Renderer): Promise<void> {
    this.surplus.add(renderer);
    const deadline = performance.now() + drainMs;
    while (renderer.shell && renderer.pendingCalls !== 0 && performance.now() < deadline) await delay(20);
    this.surplus.delete(renderer);
    await renderer.close();
  }
}
