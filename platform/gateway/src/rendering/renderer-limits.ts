import type { ProcessLimits } from './renderer-process';

/** Limits of a renderer in milliseconds, besides those of its process. */
export interface RendererLimits extends ProcessLimits {
  /** Until one bundle is evaluated. */
  startTimeoutMs: number;
  /** Of a document without content. */
  documentTimeoutMs: number;
  /** Of one render of a page, and of the first pages of a process: they run code that has not been compiled yet. */
  renderTimeoutMs: number;
  firstRenderTimeoutMs: number;
  /** That a page waits for its data in all. */
  dataTimeoutMs: number;
  /** That a page waits for the backends of its remotes: they must not delay what the shop itself shows. */
  backendTimeoutMs: number;
  /** That a page waits for a process. */
  pageWaitMs: number;
  /** After the time of a call, until a process that does not answer is killed although it waits for a processor. */
  stuckTimeoutMs: number;
  /** Until a new process is ready although it has not rendered all pages of the warm-up. */
  warmUpMs: number;
  /** Without a call until the process ends. It starts again with the next call. Without it the process always runs. */
  idleTimeoutMs?: number;
}

const times = {
  startTimeoutMs: 10_000,
  // nginx waits five seconds for a document.
  documentTimeoutMs: 1000,
  renderTimeoutMs: 200,
  firstRenderTimeoutMs: 600,
  dataTimeoutMs: 1000,
  backendTimeoutMs: 150,
  pageWaitMs: 200,
  stuckTimeoutMs: 5000,
  warmUpMs: 500,
};

/** Live compositions and canaries. */
export const liveLimits: RendererLimits = {
  ...times,
  maxHeapMb: 256,
  maxMemoryMb: 512,
  niceness: 0,
};

/** Development, on a machine that compiles at the same time. */
export const developmentLimits: RendererLimits = {
  ...liveLimits,
  startTimeoutMs: 60_000,
  documentTimeoutMs: 30_000,
  stuckTimeoutMs: 60_000,
};

/** Previews, which a key for previews alone can choose. Live renderers have a higher priority. */
export const previewLimits: RendererLimits = {
  ...times,
  maxHeapMb: 192,
  maxMemoryMb: 320,
  niceness: 10,
  idleTimeoutMs: 60_000,
};
