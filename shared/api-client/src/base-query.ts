import {
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query';
import { hasAnnouncedFeature, recordAnnouncedFeatures } from '@shop/api-client/announced-features';
import { parseJson } from '@shop/api-contract/decoders/values';
import { renderedShopOrigin } from '@shop/api-contract/shop-address';
import type { ApiError } from './api-error';

/** What the shell needs to send a read again that failed because of the network or the API. */
export interface EndedRead {
  /** Key of its query in the cache. */
  key: string;
  meta: FetchBaseQueryMeta;
  error: FetchBaseQueryError | undefined;
}

/** Functions that the base query calls. `createAppStore` passes them as the thunk extra argument. */
export interface ApiCallbacks {
  /** Returns the token that is in storage now, or null. */
  readToken: () => string | null;
  /** Called with the token that the server rejected with 401. */
  onTokenRejected: (token: string) => void;
  /** Called at the end of each GET with its URL and the body of its response; undefined when it has failed. */
  onResponse?: (address: string, body: unknown, read?: EndedRead) => void;
}

/** Per-endpoint options. */
export interface ApiCallOptions {
  /** The call is a sign-in. Its 401 is a failed attempt and not the end of a session. Interpretation 12. */
  isSignIn?: boolean;
}

/** A call for several queries. All of them are read again when it fails. */
export interface SharedCall extends FetchArgs {
  /** Keys of the queries in the cache. */
  keys: readonly string[];
}

/** The part of the state that a call needs. */
export interface StateWithSettings {
  settings: { apiBase: string };
}

/**
 * Removes the Idempotency-Key from a call to an API that has not announced it. The header is an addition to the
 * specification: an API that does not list it in its CORS headers would reject the preflight of the call.
 */
function withoutUnknownHeaders(args: string | FetchArgs, apiBase: string): string | FetchArgs {
  if (typeof args === 'string' || !args.headers || hasAnnouncedFeature(apiBase, 'accept-idempotency-key')) return args;
  const headers = new Headers(args.headers as HeadersInit);
  headers.delete('idempotency-key');
  return { ...args, headers };
}

/**
 * Completes the address of a call to the shop itself: `/-/search` becomes an address of the page's own origin, or of the origin
 * that the gateway answers while it renders the page.
 */
function withShopOrigin(args: string | FetchArgs): string | FetchArgs {
  if (typeof args !== 'string') return { ...args, url: withShopOrigin(args.url) as string };
  if (!args.startsWith('/-/')) return args;
  return (typeof window === 'undefined' ? renderedShopOrigin : window.location.origin) + args;
}

/** Writes the parameters of a call: a list repeats its parameter, and an undefined value is left out. */
function writeParameters(params: Record<string, unknown>): string {
  const entries = Object.entries(params).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, item] as const),
  );
  const present = entries.filter(([, value]) => value !== undefined);
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
}

/** True for an address outside of the store API: the backend of a remote (`connect` of `defineRemote`). */
function isOwnBackend(args: string | FetchArgs, apiBase: string): boolean {
  const url = typeof args === 'string' ? args : args.url;
  return /^https?:\/\//i.test(url) && !url.startsWith(`${apiBase}/`);
}

/**
 * Returns the language of the page for Accept-Language, which needs no preflight. Undefined in an English page, whose calls are
 * those of the specification, and on a server.
 */
function getPageLanguage(): string | undefined {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return /^(en\b|$)/.test(language) ? undefined : language.replace(/-IN$/, '');
}

/** Milliseconds until a call without a response fails. */
const timeoutMs = 20_000;

/** Seconds that a read waits at most before it is sent again to a busy API. */
const maxRetryAfter = 10;
/** Times that a read is sent again to a busy API. */
const maxBusyRetries = 2;

/** Reads Retry-After in seconds. Undefined without the header, and for a date. RFC 9110, section 10.2.3. */
function readRetryAfter(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

/**
 * Returns the milliseconds until a call may be sent again; null when it must not be. Only a busy API asks for it, and only a
 * GET changes nothing. A server that renders the page does not wait: the browser reads again.
 */
function getRetryDelay(method: string | undefined, response: Response | undefined): number | null {
  if (method !== 'GET' || response?.status !== 503 || typeof window === 'undefined') return null;
  const seconds = readRetryAfter(response);
  return seconds !== undefined && seconds <= maxRetryAfter ? seconds * 1000 : null;
}

/** Waits, at most until the call is aborted. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

/**
 * Turns the error of a body that is cut off into a network error. RTK Query gives a parsing error without text for it. A body that
 * `readBody` cannot parse has text.
 */
const separateCutOff = (error: FetchBaseQueryError): FetchBaseQueryError =>
  error.status === 'PARSING_ERROR' && error.data === '' ? { status: 'FETCH_ERROR', error: error.error } : error;

function errorMessage(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('error' in body)) return '';
  return typeof body.error === 'string' ? body.error : '';
}

/**
 * Sends one call to the store API, with cookies, JSON in and out, and the bearer token when there is one. A call with an absolute
 * address goes to the backend of a remote, without cookies and token, and so does a call of `/-/…` to the shop itself.
 *
 * A POST is never sent twice. A GET that a busy API refuses with 503 and Retry-After is sent again after that time, at most twice:
 * the shopper sees the screen load a little longer. A 401 signs the shopper out only when the token
 * of the call is still the stored one. When another token has replaced it during a GET, the call is sent again, because the
 * response may belong to another shopper. A browser cannot set the Host header of the specification: it is on the fetch
 * standard's list of forbidden headers. Callers in Node set it on their own request.
 *
 * @see Specification 6 and 7 "Base"; Interpretations 12, 13 and 15.
 */
export const storeBaseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, ApiCallOptions> = (
  args,
  api,
  options,
) => sendCall(args, api, options, maxBusyRetries);

type BaseQueryParameters = Parameters<typeof storeBaseQuery>;

async function sendCall(
  args: BaseQueryParameters[0],
  api: BaseQueryParameters[1],
  options: BaseQueryParameters[2],
  busyRetries: number,
): Promise<Awaited<ReturnType<typeof storeBaseQuery>>> {
  const callbacks = api.extra as ApiCallbacks;
  const { apiBase } = (api.getState() as StateWithSettings).settings;
  const call = withShopOrigin(args);
  const isOwn = isOwnBackend(call, apiBase);
  const token = isOwn ? null : callbacks.readToken();
  const language = getPageLanguage();
  const send = fetchBaseQuery({
    baseUrl: apiBase,
    credentials: isOwn ? 'omit' : 'include',
    // On a server the gateway limits the time, and a timer would hold the Redux store of the page.
    ...(typeof window !== 'undefined' && { timeout: timeoutMs }),
    responseHandler: readBody,
    paramsSerializer: writeParameters,
    prepareHeaders: (headers) => {
      headers.set('accept', 'application/json');
      if (language) headers.set('accept-language', language);
      if (token) headers.set('authorization', `Bearer ${token}`);
    },
  });
  const { data, error: failure, meta } = await send(withoutUnknownHeaders(call, apiBase), api, options ?? {});
  const error = failure && separateCutOff(failure);
  if (meta?.response && !isOwn) recordAnnouncedFeatures(apiBase, meta.response.headers);
  if (meta?.request.method === 'GET') {
    const keys = typeof args === 'object' && 'keys' in args ? (args as SharedCall).keys : [api.queryCacheKey ?? ''];
    for (const key of keys) callbacks.onResponse?.(meta.request.url, data, { key, meta, error });
  }
  if (!error) {
    if (meta?.request.method !== 'GET') return { data, meta };
    if (token && callbacks.readToken() !== token) return sendCall(args, api, options, busyRetries);
    return { data, meta };
  }
  const retryDelay = busyRetries > 0 ? getRetryDelay(meta?.request.method, meta?.response) : null;
  if (retryDelay !== null) {
    await wait(retryDelay, api.signal);
    if (!api.signal.aborted) return sendCall(args, api, options, busyRetries - 1);
  }
  if (typeof error.status === 'number') {
    if (error.status === 401 && token && !options?.isSignIn && callbacks.readToken() === token) {
      callbacks.onTokenRejected(token);
    }
    const retryAfter = readRetryAfter(meta?.response);
    return { error: { kind: 'status', status: error.status, message: errorMessage(error.data), retryAfter } };
  }
  if (error.status === 'PARSING_ERROR') {
    const isJson = (meta?.response?.headers.get('content-type') ?? 'json').includes('json');
    return { error: { kind: 'malformed', message: error.error, ...(!isJson && { isForeign: true }) } };
  }
  return { error: { kind: 'no-response', message: error.error } };
}

/** `responseHandler` of a call whose successful response is ignored. It reads the body of an error response only. */
export async function readErrorOnly(response: Response): Promise<unknown> {
  return response.ok ? null : readBody(response);
}

/** Reads JSON, or null for an empty body. Any other body is a parsing error of the base query. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text.trim() === '') return null;
  try {
    return parseJson(text);
  } catch (error) {
    if (!response.ok) return null;
    throw error;
  }
}
