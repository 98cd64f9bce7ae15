import { hasAnnouncedFeature } from '@shop/api-client/announced-features';
import type { ApiCallbacks, StateWithSettings } from './base-query';

/**
 * Creates a thunk that ends the session of the stored token on the server, so that a copy of the token becomes worthless. It
 * waits for nothing and reports no failure: a sign-out works at once and offline. An API that has not announced the call gets
 * none, because the specification has no call for it.
 *
 * Dispatch it before the token is removed.
 *
 * @see docs/decisions/0024 for announcements
 * @example dispatch(endSession());
 */
export const endSession =
  () =>
  (_dispatch: unknown, getState: () => unknown, { readToken }: ApiCallbacks): void => {
    const { apiBase } = (getState() as StateWithSettings).settings;
    const token = readToken();
    if (!token || !hasAnnouncedFeature(apiBase, 'accept-logout')) return;
    // The call outlives the page, because a shopper may close it right after the sign-out.
    fetch(`${apiBase}/users/logout`, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    }).catch(() => {});
  };
