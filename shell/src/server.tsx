/**
 * Node build of the shell: the exports of `ShellBuild`. It renders documents and provides the shared modules to the remotes
 * of its composition. Its import touches neither window nor document.
 */
import './app/app';
import { storeApi } from '@shop/api-client/store-api';
import type { RegisteredNames } from '@shop/remote-contract/shell-build';
import { createAppStore } from '@shop/store/create-app-store';
import { sessionScreens } from './session/session-routes';

export { listInlineScripts, renderDocument } from './document/render-document';
export { wellKnown } from './document/well-known';
export { renderPage } from './server/render-page';
export { provided } from './server/shared-modules';

/**
 * Lists the endpoints and slices that the shell registers. It reads them after all of the shell's code has run. The caller
 * runs it before any remote of the composition.
 *
 * @see docs/decisions/0033
 */
export async function registeredNames(): Promise<RegisteredNames> {
  await Promise.all(Object.values(sessionScreens).map((load) => load()));
  const { store } = createAppStore({ settings: { apiBase: '', orderAmounts: 'dollar' }, storage: null });
  return { endpoints: Object.keys(storeApi.endpoints).sort(), slices: Object.keys(store.getState()).sort() };
}
