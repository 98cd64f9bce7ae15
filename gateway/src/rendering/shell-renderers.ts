import type { NodeBundle } from '@shop/releases/runtime/load-node-bundle';
import { openIsolatedRenderer, type RendererLimits } from './isolated-renderer';
import { RendererUnavailableError, type ShellRenderer } from './shell-renderer';

/** Opens renderers and closes all of them together. */
export interface ShellRenderers {
  /** @throws {RendererUnavailableError} After `close`. */
  open: (bundle: NodeBundle) => ShellRenderer;
  close: () => Promise<void>;
}

/** Shells of live compositions and canaries. nginx waits five seconds for a document. */
export const liveLimits: RendererLimits = {
  maxHeapMb: 256,
  maxMemoryMb: 512,
  niceness: 0,
  startTimeoutMs: 10_000,
  renderTimeoutMs: 2000,
  callTimeoutMs: 4000,
};

/** Shells of previews, which a key for previews alone can choose. Live shells have a higher priority. */
export const previewLimits: RendererLimits = {
  maxHeapMb: 128,
  maxMemoryMb: 256,
  niceness: 10,
  startTimeoutMs: 3000,
  renderTimeoutMs: 1000,
  callTimeoutMs: 4000,
  idleTimeoutMs: 60_000,
};

/** @param onError Receives each failure of a process. */
export function createShellRenderers(limits: RendererLimits, onError: (error: Error) => void): ShellRenderers {
  const opened = new Set<ShellRenderer>();
  let isClosed = false;
  return {
    open: (bundle) => {
      if (isClosed) throw new RendererUnavailableError(`${bundle.filename} is not started: the gateway is closing`);
      const onClosed = () => opened.delete(renderer);
      const renderer = openIsolatedRenderer(bundle, limits, { onError, onClosed });
      opened.add(renderer);
      return renderer;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...opened].map((renderer) => renderer.close()));
    },
  };
}
