import { evaluateNodeBundle } from '@shop/releases/runtime/evaluate-node-bundle';
import type { ComposedApp, ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { OwnedPath } from '@shop/remote-contract/remote-module';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import type { LiveComposition } from './composition-watcher';

/** What a development server says about its app: the part of `build.json` that a composition needs. */
interface SourceManifest {
  version: string;
  entry: string;
  global?: string;
  paths: Record<string, OwnedPath>;
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}: does its development server run?`);
  return response.text();
}

async function composeFromSource(name: string, base: string): Promise<{ app: ComposedApp; manifest: SourceManifest }> {
  const manifest: SourceManifest = JSON.parse(await fetchText(`${base}build.json`));
  const { version, entry } = manifest;
  return { app: { name, version, digest: 'source', base, entry: { path: entry, integrity: '' } }, manifest };
}

function toRemote(app: ComposedApp, { global = '', paths }: SourceManifest): ComposedRemote {
  return {
    ...app,
    global,
    paths: Object.entries(paths).map(([id, { pattern, access, status, isPrivate, known }]) => {
      return {
        id,
        pattern,
        access,
        ...(status && { status }),
        ...(isPrivate && { isPrivate }),
        ...(known && { known }),
      };
    }),
  };
}

/**
 * Puts apps that run from source over the published composition of the development environment. Asked anew for every
 * document, so that a changed route shows on the next one.
 *
 * @param published What is promoted in the development environment; null when every app runs from source.
 * @param sourceApps Base address of each app's development server.
 */
export async function composeDevServers(
  published: LiveComposition | null,
  sourceApps: Readonly<Record<string, string>>,
): Promise<LiveComposition> {
  const { shell: shellBase, ...remoteBases } = sourceApps;
  const remotes = await Promise.all(
    Object.entries(remoteBases).map(async ([name, base]) => {
      const { app, manifest } = await composeFromSource(name, base);
      return toRemote(app, manifest);
    }),
  );
  const kept = (published?.composition.remotes ?? []).filter(({ name }) => !(name in remoteBases));
  const shell = shellBase
    ? await loadShellFromSource(shellBase)
    : published && { app: published.composition.shell, build: published.shell };
  if (!shell) throw new Error('no shell runs from source and none is published in the development environment');
  const composition: Composition = { seq: 0, env: 'development', shell: shell.app, remotes: [...remotes, ...kept] };
  return { composition, shell: shell.build };
}

async function loadShellFromSource(base: string): Promise<{ app: ComposedApp; build: ShellBuild }> {
  const [{ app }, code] = await Promise.all([composeFromSource('shell', base), fetchText(`${base}server.cjs`)]);
  return { app, build: evaluateNodeBundle<ShellBuild>(code, { filename: `${base}server.cjs`, base }) };
}

/**
 * Defines the hook that React's refresh runtimes meet in, before any script. Each app has a refresh runtime of its own;
 * without a hook that keeps its renderers, a remote's finds none, and hot reload silently does nothing.
 */
export const hotReloadHook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__||=(()=>{let id=0;const none=()=>{};return{renderers:new Map(),supportsFiber:true,checkDCE:none,onScheduleFiberRoot:none,onCommitFiberRoot:none,onCommitFiberUnmount:none,inject(renderer){this.renderers.set(++id,renderer);return id}}})()`;
