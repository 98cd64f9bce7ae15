import { isNotFound } from '@shop/api-client/api-error';
import type { AppState } from '@shop/api-client/app-state';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import type { LoadedApiState } from '@shop/store/create-app-store';

/** What the document of a rendered page gives to the page's first render. */
export interface HandedOverPage {
  /** Path and query that the server has rendered. */
  pathname: string;
  search: string;
  /** Milliseconds since 1970 by the server's clock. */
  renderedAt: number;
  api: LoadedApiState;
  /** URLs of the responses. The page caches them for offline reading. */
  addresses: string[];
  /** Keys of the slots' fillers in the HTML. Absent without any. */
  slots?: string[];
}

/** Milliseconds after which the responses in a document count as stale. */
const maxAgeMs = 60_000;

type Query = LoadedApiState['queries'][string];

/** Removes the texts of policies, because they are long. The page of a policy hands over its one text as another query. */
function withoutPolicyTexts(query: Query): Query {
  if (query?.endpointName !== 'storeInfo' || !query.data) return query;
  const { policies: _, ...info } = query.data as StoreInfo;
  return { ...query, data: info } as Query;
}

/**
 * Takes the responses of a Redux store for the document: data, and errors that the page shows. The ids of requests are left
 * out, since they differ in each render. Store information is without the texts of policies.
 *
 * @param api State of the API slice after the requests of the page.
 */
export function takeLoadedApi({ queries, provided }: AppState['api']): LoadedApiState {
  const settled = Object.entries(queries).flatMap(([key, query]): [string, Query][] => {
    if (!query || (query.status !== 'fulfilled' && query.status !== 'rejected')) return [];
    const { requestId: _, startedTimeStamp, ...rest } = query;
    // RTK Query requests a failed query again unless it has this time. A missing object is an answer, not a failure.
    const settledAt = isNotFound(query.error) && { fulfilledTimeStamp: startedTimeStamp };
    return [[key, withoutPolicyTexts({ ...rest, ...settledAt } as Query)]];
  });
  return { queries: Object.fromEntries(settled), provided };
}

/**
 * True when a document was rendered for the current address. The offline cache answers with the document of another address,
 * and a gateway may render a page without the query parameters that no screen reads.
 */
export function isRenderedFor(page: HandedOverPage, location: Pick<Location, 'pathname' | 'search'>): boolean {
  const current = new URLSearchParams(location.search);
  const rendered = [...new URLSearchParams(page.search)];
  return page.pathname === location.pathname && rendered.every(([name, value]) => current.getAll(name).includes(value));
}

/**
 * True when the page must request the responses of its document again: the document comes from a cache, such as the one for
 * offline reading. The clocks of server and device can differ. Then the page requests them too.
 *
 * @param now Milliseconds since 1970 by the device's clock.
 */
export function isStale({ renderedAt }: HandedOverPage, now: number): boolean {
  return Math.abs(now - renderedAt) > maxAgeMs;
}

/** Makes the components of a page request their responses again when they mount. Until then they show the old ones. */
export function markAsStale({ queries, provided }: LoadedApiState): LoadedApiState {
  const stale = Object.entries(queries).map(([key, query]): [string, Query] => {
    const { fulfilledTimeStamp: _, ...rest } = query ?? {};
    return [key, rest as Query];
  });
  return { queries: Object.fromEntries(stale), provided };
}
