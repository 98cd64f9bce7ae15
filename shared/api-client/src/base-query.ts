import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query';
import type { ApiError } from './api-error';

/** What the base query needs of the store's surroundings; `createAppStore` passes it as the thunk extra argument. */
export interface ApiEnvironment {
  /** The token as it stands in storage now, or null. */
  readToken: () => string | null;
  /** Called when the server refused a token with 401, with that very token. */
  tokenRefused: (token: string) => void;
  /** Told of each answer to a GET, as it came, with the address that was asked. */
  answered?: (address: string, body: unknown) => void;
}

/** Per-endpoint options. */
export interface ApiCallOptions {
  /** The call is itself a sign-in: its 401 is a failed attempt, not the end of a session. Interpretation 12. */
  isSignIn?: boolean;
}

interface StateWithSettings {
  settings: { apiBase: string };
}

/** Silence after which a call counts as unanswered, in milliseconds. */
const timeout = 20_000;

function errorMessage(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('error' in body)) return '';
  return typeof body.error === 'string' ? body.error : '';
}

/**
 * Sends one call to the store API: cookies included, JSON in and out, the bearer token attached when there is one.
 *
 * Nothing is retried here: a POST must never be sent twice by itself. A 401 signs the shopper out only when the token
 * that was sent is still the stored one; an answer that was given to a token is asked for anew when another has taken its
 * place, since it may be another shopper's. The Host header of the specification cannot be set by a browser (it is on the
 * fetch standard's forbidden list); callers in Node set it on their own request.
 *
 * @see Specification 6 and 7 "Base"; Interpretations 12, 13 and 15.
 */
export const storeBaseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, ApiCallOptions> = async (
  args,
  api,
  options,
) => {
  const environment = api.extra as ApiEnvironment;
  const { apiBase } = (api.getState() as StateWithSettings).settings;
  const token = environment.readToken();
  const send = fetchBaseQuery({
    baseUrl: apiBase,
    credentials: 'include',
    timeout,
    responseHandler: readBody,
    prepareHeaders: (headers) => {
      headers.set('accept', 'application/json');
      if (token) headers.set('authorization', `Bearer ${token}`);
    },
  });
  const { data, error, meta } = await send(args, api, options ?? {});
  if (!error) {
    if (meta?.request.method !== 'GET') return { data, meta };
    if (token && environment.readToken() !== token) return storeBaseQuery(args, api, options);
    environment.answered?.(meta.request.url, data);
    return { data, meta };
  }
  if (typeof error.status === 'number') {
    if (error.status === 401 && token && !options?.isSignIn && environment.readToken() === token) {
      environment.tokenRefused(token);
    }
    return { error: { kind: 'status', status: error.status, message: errorMessage(error.data) } };
  }
  if (error.status === 'PARSING_ERROR') return { error: { kind: 'malformed', message: error.error } };
  return { error: { kind: 'no-response', message: error.error } };
};

/** The `responseHandler` of a call whose answer nobody reads: only the error of a refusal counts. */
export async function readRefusalOnly(response: Response): Promise<unknown> {
  return response.ok ? null : readBody(response);
}

/** JSON, or null for an empty body; anything else is a parsing error of the base query. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!response.ok) return null;
    throw error;
  }
}
