import type { ProcessLimits } from '../rendering/renderer-process';
import type { PageTimeLimits } from './process/page-call';

export interface PageRendererLimits extends ProcessLimits, PageTimeLimits {
  /** Milliseconds until a process that is starting is killed. */
  startTimeoutMs: number;
  /** Milliseconds until a process that answers nothing is killed, although it may wait for a processor. */
  stuckTimeoutMs: number;
  /** The time limit of the render for the first pages of a process. */
  firstRenderTimeoutMs: number;
  /** Milliseconds until a new process is ready although it has not rendered all pages of the warm-up. */
  warmUpMs: number;
  /** Milliseconds without a page until the process is ended. Without it the process always runs. */
  idleTimeoutMs?: number;
}

const pageTimes = {
  dataTimeoutMs: 300,
  renderTimeoutMs: 200,
  firstRenderTimeoutMs: 600,
  stuckTimeoutMs: 5000,
  warmUpMs: 500,
};

/** Pages of live compositions and canaries. */
export const livePageLimits: PageRendererLimits = {
  ...pageTimes,
  maxHeapMb: 256,
  maxMemoryMb: 512,
  niceness: 0,
  startTimeoutMs: 15_000,
};

/** Pages of previews, which a key for previews alone can choose. Live pages have a higher priority. */
export const previewPageLimits: PageRendererLimits = {
  ...pageTimes,
  maxHeapMb: 192,
  maxMemoryMb: 320,
  niceness: 10,
  startTimeoutMs: 5000,
  idleTimeoutMs: 60_000,
};
