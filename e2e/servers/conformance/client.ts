import { types } from 'node:util';

/** Bytes of a response that are read at most. A hundred products with their texts take a tenth of it. */
const maxBodyBytes = 8 * 1024 * 1024;
/** Calls without a response in a row, after which the server counts as gone. */
const maxUnansweredCalls = 3;

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'OPTIONS';
  /** Path below the base, with its query. */
  path: string;
  /** Bearer token. */
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** Value that is sent as JSON. A text of `rawBody` is sent as it is. */
  body?: unknown;
  rawBody?: string;
}

export interface ApiResponse {
  /** Method and path, for messages. */
  call: string;
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the body. Undefined for an empty body and for one that is no JSON. */
  json: unknown;
  /** True when a check has read the body as the shop does. A body that the shop ignores may have any form. */
  isRead: boolean;
}

/** The run cannot continue: the server does not respond, or the limit of calls is reached. */
export class RunEndedError extends Error {
  override name = 'RunEndedError';
}

export interface ApiClient {
  /** @throws {RunEndedError} When the run cannot continue. Other errors say that this call has no response. */
  send(request: ApiRequest): Promise<ApiResponse>;
  /** Every response of the run, in order. */
  readonly responses: readonly ApiResponse[];
}

export interface ApiClientOptions {
  /** Address of the API without a slash at its end. */
  apiBase: string;
  /** Origin of the page whose calls these are. Browsers send it. */
  origin: string;
  /** Milliseconds that each call may take. */
  timeoutMs: number;
  /** Calls of the run at most. */
  maxCalls: number;
}

/** Creates a client that sends calls as a page of the shop does, one after the other, and follows no redirect. */
export function createApiClient({ apiBase, origin, timeoutMs, maxCalls }: ApiClientOptions): ApiClient {
  const responses: ApiResponse[] = [];
  let sent = 0;
  let unanswered = 0;

  async function send({ method, path, token, headers, body, rawBody }: ApiRequest): Promise<ApiResponse> {
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const signal = AbortSignal.timeout(timeoutMs);
    const init: RequestInit = {
      method: method ?? (text === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        origin,
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      signal,
      ...(text !== undefined && { body: text }),
    };
    const call = `${init.method} ${path}`;
    sent += 1;
    if (sent > maxCalls) throw new RunEndedError(`The limit of ${maxCalls} calls is reached.`);
    try {
      const response = await fetch(apiBase + path, init);
      const received = { call, status: response.status, headers: response.headers, text: await readText(response) };
      unanswered = 0;
      const complete = { ...received, json: parseJson(received.text), isRead: false };
      responses.push(complete);
      return complete;
    } catch (error) {
      unanswered += 1;
      const reason = signal.aborted ? `no response in ${timeoutMs / 1000} s` : formatReason(error);
      if (unanswered >= maxUnansweredCalls) throw new RunEndedError(`The server stopped answering: ${reason}.`);
      throw new Error(reason);
    }
  }

  return { send, responses };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new Error(`a response of more than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Formats why a call has no response: `connect ECONNREFUSED 127.0.0.1:8044`. */
function formatReason(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  const { cause } = error;
  if (!types.isNativeError(cause)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}
