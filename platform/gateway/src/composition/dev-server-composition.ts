import { developmentLimits } from '../rendering/renderer-limits';
import { createRendererPool, type RendererPool } from '../rendering/renderer-pool';
import { composeDevApp, composeDevRemote, type DevServerManifest } from './dev-server-app';
import type { LiveComposition } from './load-composition';

async function fetchText(url: string): Promise<string> {
  // A server ends an idle connection, perhaps while this request uses it.
  const response = await fetch(url).catch(() => fetch(url));
  if (!response.ok) throw new Error(`${url} responds with ${response.status}: does its development server run?`);
  return response.text();
}

const fetchManifest = async (base: string): Promise<DevServerManifest> =>
  JSON.parse(await fetchText(`${base}build.json`));

/**
 * Composes the apps of development servers, and runs the shell of its development server.
 *
 * @param devServers Base address of each app's development server, by app name.
 * @param onError Receives each failure of the shell's process.
 */
export function openDevServerComposer(devServers: Readonly<Record<string, string>>, onError: (error: Error) => void) {
  const { shell: shellBase, ...remoteBases } = devServers;
  let running: { code: string; renderer: RendererPool } | null = null;

  /** Starts the shell again only when its code has changed. */
  const startShell = async (base: string) => {
    const [manifest, code] = await Promise.all([fetchManifest(base), fetchText(`${base}server.cjs`)]);
    if (running?.code !== code) {
      void running?.renderer.close();
      const bundle = { code, filename: `${base}server.cjs`, base };
      const renderer = createRendererPool({
        code: {
          name: 'The shell of the development server',
          readShell: async () => bundle,
          readPages: async () => ({ remotes: {}, styleSheets: {} }),
        },
        warmUpRequests: [],
        limits: developmentLimits,
        readData: () => Promise.reject(new Error('browsers read the data of these pages')),
        onError,
      });
      running = { code, renderer };
    }
    const { renderer } = running;
    await renderer.start();
    return { app: composeDevApp(manifest, { name: 'shell', base }), renderer };
  };

  return {
    /**
     * Composes the apps that run on development servers with the published apps of the development environment. The gateway
     * composes them for every document, so that a changed route shows in the next document.
     *
     * @param published Composition that was promoted in the development environment; null when there is none.
     * @throws When a development server does not respond, or when no shell is available.
     */
    compose: async (published: LiveComposition | null): Promise<LiveComposition> => {
      const remotes = await Promise.all(
        Object.entries(remoteBases).map(async ([name, base]) =>
          composeDevRemote(await fetchManifest(base), { name, base }),
        ),
      );
      const publishedRemotes = (published?.composition.remotes ?? []).filter(({ name }) => !(name in remoteBases));
      const shell = shellBase
        ? await startShell(shellBase)
        : published && { app: published.composition.shell, renderer: published.renderer };
      if (!shell) throw new Error('No shell runs on a development server, and none is promoted in this environment.');
      const composed = { seq: 0, env: 'development', shell: shell.app, remotes: [...remotes, ...publishedRemotes] };
      return { composition: composed, renderer: shell.renderer, isClientRendered: true };
    },
    close: async () => running?.renderer.close(),
  };
}

/**
 * Inline script that defines the hook of React's refresh runtimes before any other script. Each app has a refresh runtime of
 * its own. Without a hook that stores its renderers, a remote's refresh runtime finds none and hot reload does nothing.
 */
export const hotReloadHook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__||=(()=>{let id=0;const none=()=>{};return{renderers:new Map(),supportsFiber:true,checkDCE:none,onScheduleFiberRoot:none,onCommitFiberRoot:none,onCommitFiberUnmount:none,inject(renderer){this.renderers.set(++id,renderer);return id}}})()`;
