import { isNotFound, toApiError, toCodeError } from '@shop/api-client/api-error';
import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { isInsidePath } from '@shop/remote-contract/return-path';
import type { PageResources, RenderedPage } from '@shop/remote-contract/shell-build';
import type { AppStore } from '@shop/store/create-app-store';
import { loadStoreInfo } from '@shop/store-info/use-store-info';
import { isRenderedOnServer } from '../remotes/routes';
import { loadRemoteScreen } from '../remotes/screen-registry';
import type { ServerSlots } from '../slots/server-slots';

/** The screen of a page with its data in the Redux store, or a page that needs no render. */
export type LoadedPage =
  /** `screen` is null for a page of the shell itself. */
  { kind: 'ready'; screen: RemoteScreen | null; status?: 404 } | Exclude<RenderedPage, { kind: 'page' }>;

/**
 * Loads the screen of an address and the data of its first view, together with store information.
 *
 * @param match Undefined for the screens of the shell itself.
 * @param search Query of the address.
 * @param language BCP 47 tag of the page.
 * @throws when the remote has no such screen, when its code fails, or when a call fails because of it: a failure of the composition.
 */
export async function loadPageData(
  store: AppStore,
  match: RemoteRouteMatch | undefined,
  search: string,
  language: string,
  loadRemote: PageResources['loadRemote'],
  slots: Pick<ServerSlots, 'loadSlot' | 'ownsQuery'>,
): Promise<LoadedPage> {
  const { dispatch } = store;
  const loadScreen = async () => {
    if (!match) return { screen: null };
    const { screen } = await loadRemoteScreen(match, loadRemote(match.remote.name));
    // The placeholder of a private page needs no data.
    if (!isRenderedOnServer(match)) return { screen };
    const intent = {
      params: match.params,
      search: new URLSearchParams(search),
      dispatch,
      loadSlot: slots.loadSlot,
      language,
    };
    return { screen, result: await screen.load?.(intent) };
  };
  const [{ screen, result }] = await Promise.all([loadScreen(), loadStoreInfo(dispatch)]);
  if (result && 'redirect' in result) {
    if (!isInsidePath(result.redirect)) throw new Error(`${match?.remote.name} redirects to "${result.redirect}"`);
    return { kind: 'redirect', location: result.redirect };
  }
  const reason = findFailure(store, slots.ownsQuery);
  if (reason) return { kind: 'unavailable', reason };
  return { kind: 'ready', screen, ...(result?.status && { status: result.status }) };
}

/**
 * Describes a request that failed. A missing object is not a failure: screens have a state for it. Slots may fail.
 *
 * @throws the error of a request that our own code has caused.
 */
function findFailure(store: AppStore, isOfSlot: ServerSlots['ownsQuery']): string | undefined {
  for (const [key, query] of Object.entries(store.getState().api.queries)) {
    if (query?.status !== 'rejected' || isNotFound(query.error as never) || isOfSlot(key)) continue;
    const codeError = toCodeError(query.endpointName ?? '', query.error as never);
    if (codeError) throw codeError;
    const error = toApiError(query.error);
    return `${query.endpointName}: ${error.kind === 'status' ? `status ${error.status}` : error.message || error.kind}`;
  }
  return undefined;
}
