import { getReleasePrefix } from '@shop/releases/release/release';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { createCompositionCode } from '../rendering/composition-code';
import { notRendered } from '../rendering/page-result';
import { evaluateNodeBundle } from '../rendering/process/evaluate-node-bundle.mjs';
import { RenderFailedError } from '../rendering/renderer-errors';
import type { RendererPool } from '../rendering/renderer-pool';
import type { RendererPools } from '../rendering/renderer-pools';

/** Creates the renderer of a shell that runs in this process, for tests with fake timers and of other parts than rendering. */
export function createInProcessRenderer(readShell: () => Promise<ShellBuild>): RendererPool {
  let reading: Promise<ShellBuild> | undefined;
  let wellKnown: RendererPool['wellKnown'] = null;
  const call = async <Result>(work: (shell: ShellBuild) => Result): Promise<Result> => {
    reading ??= readShell();
    try {
      const shell = await reading;
      const { favicon = '', serviceWorker = '' } = shell.wellKnown ?? {};
      wellKnown = shell.wellKnown ? { favicon, serviceWorker } : null;
      return work(shell);
    } catch (error) {
      throw new RenderFailedError(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    get wellKnown() {
      return wellKnown;
    },
    inlineScripts: null,
    brokenRemotes: new Map(),
    start: () => call(() => {}),
    whenPrepared: async () => {},
    renderPage: async () => notRendered('unsupported', 'browsers render all pages'),
    renderDocument: (request) => call((shell) => shell.renderDocument(request)),
    createWebManifest: (identity) => call((shell) => shell.wellKnown?.webManifest(identity) ?? ''),
    loadPart: async () => true,
    resize: () => {},
    processes: { ready: 0, starting: 0 },
    close: async () => {},
  };
}

/** Creates pools whose shells run in this process. Compositions of the same releases share one renderer. */
export function createInProcessPools(): RendererPools {
  const renderers = new Map<string, RendererPool>();
  return {
    open: (store, resolved) => {
      const key = [resolved.shellRelease, ...resolved.remoteReleases].map(getReleasePrefix).join(' ');
      const code = createCompositionCode(store, resolved);
      const renderer =
        renderers.get(key) ??
        createInProcessRenderer(async () => {
          const { code: text, ...context } = await code.readShell();
          return evaluateNodeBundle<ShellBuild>(text, context);
        });
      renderers.set(key, renderer);
      return renderer;
    },
    setServed: () => {},
    remove: async (pool) => {
      for (const [key, renderer] of renderers) if (renderer === pool) renderers.delete(key);
    },
    countProcesses: () => ({ ready: 0, starting: 0 }),
    close: async () => {},
  };
}
