import { isNotFound } from '@shop/api-client/api-error';
import type { AppState } from '@shop/api-client/app-state';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

/** Responses of the store API, and the tags that they provide. */
export type TransferredResponses = Pick<AppState['api'], 'queries' | 'provided'>;

/** State that the document of a rendered page transfers to the page's first render. */
export interface TransferredPage {
  /** Path and query that the server has rendered. */
  pathname: string;
  search: string;
  /** Milliseconds since 1970 by the server's clock. */
  renderedAt: number;
  api: TransferredResponses;
  /** URLs of the responses. The page caches them for offline reading. */
  addresses: string[];
  /** Keys of the slots' components in the HTML. Absent without any. */
  slots?: string[];
}

/** Milliseconds after which the responses in a document count as stale. */
const maxAgeMs = 60_000;

type Query = TransferredResponses['queries'][string];

/**
 * Keeps what a page shows of a response: data or error. Store information is without the texts of policies, because they are
 * long. The page of a policy transfers its one text as another query.
 */
function toTransferred(query: Query): Query {
  const { status, endpointName, originalArgs, data, error } = query ?? {};
  const shown = endpointName === 'storeInfo' && data ? { ...(data as StoreInfo), policies: undefined } : data;
  return { status, endpointName, originalArgs, data: shown, error } as Query;
}

const mapQueries = (queries: TransferredResponses['queries'], map: (query: Query) => Query) =>
  Object.fromEntries(Object.entries(queries).map(([key, query]) => [key, map(query)]));

/**
 * Takes the responses of a Redux store for the document: data, and errors that the page shows. The ids and times of requests
 * are left out, since they differ in each render. Store information is without the texts of policies.
 *
 * @param api State of the API slice after the requests of the page.
 */
export function takeResponses({ queries, provided }: AppState['api']): TransferredResponses {
  const settled = Object.entries(queries).filter(([, query]) => /^(fulfilled|rejected)$/.test(query?.status ?? ''));
  return { queries: mapQueries(Object.fromEntries(settled), toTransferred), provided };
}

/**
 * Gives the responses of a document to the Redux store of the page. RTK Query requests a query again when a component mounts,
 * unless the query has the time of its response. A stale response has none: the page shows it until the new one is there. A
 * missing object is a response too, not a failure.
 *
 * @see docs/decisions/0025 for why the page writes `fulfilledTimeStamp` itself.
 */
export function restoreResponses({ api, renderedAt }: TransferredPage, isFresh: boolean): TransferredResponses {
  const queries = mapQueries(api.queries, (query) => {
    const hasResponse = query?.status === 'fulfilled' || isNotFound(query?.error);
    return isFresh && hasResponse ? ({ ...query, fulfilledTimeStamp: renderedAt } as Query) : query;
  });
  return { ...api, queries };
}

/**
 * True when a document was rendered for the current address. The offline cache answers with the document of another address,
 * and a gateway may render a page without the query parameters that no screen reads.
 */
export function isRenderedFor(page: TransferredPage, location: Pick<Location, 'pathname' | 'search'>): boolean {
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
export function isStale({ renderedAt }: TransferredPage, now: number): boolean {
  return Math.abs(now - renderedAt) > maxAgeMs;
}
