import path from 'node:path';
import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { OwnedPaths, RemoteModule } from '@shop/remote-contract/remote-module';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { aComposition } from '@shop/testing/a-composition';
import { loadReviews } from './reviews-remote';

const root = path.resolve(__dirname, '../../../..');

/** Loads a module of an app from its source. Apps export nothing, so its path is put together here. */
export const loadSource = <Exports>(file: string): Exports => require(path.join(root, file));

const remoteNames = ['mf-account-orders', 'mf-cart-checkout', 'mf-catalog', 'mf-content', 'mf-payment'];

/** The composition of the sources in this workspace. */
function composeSources(added: readonly ComposedRemote[]): Composition {
  const composition = aComposition(
    remoteNames.map((name) => ({ name, paths: loadSource<{ paths: OwnedPaths }>(`${name}/src/paths.ts`).paths })),
  );
  return { ...composition, remotes: [...composition.remotes, ...added] };
}

export const loadRemote = (name: string): RemoteModule =>
  name === 'mf-reviews' ? loadReviews() : loadSource<RemoteModule>(`${name}/src/routes.ts`);

/**
 * Renders pages as a gateway's process does: the shell's Node side, with the remotes of the workspace.
 *
 * @param added Further remotes of the composition.
 */
export function createPageRenderer(added: readonly ComposedRemote[] = []) {
  const { renderPage } = loadSource<ShellBuild>('shell/src/server.tsx');
  const composition = composeSources(added);
  return (address: string) => {
    const { pathname, search } = splitAddress(address);
    const settings = { apiBase: 'http://api.test/api/v1', publicUrl: 'https://shop.test' };
    const request = { composition, pathname, search, hostname: 'shop.test', settings };
    return renderPage?.(request, { loadRemote, styleSheets: {} });
  };
}

/** Splits an address as a request target is split. */
function splitAddress(address: string) {
  const at = address.indexOf('?');
  return at < 0 ? { pathname: address, search: '' } : { pathname: address.slice(0, at), search: address.slice(at) };
}
