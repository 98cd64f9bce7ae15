import { getOutgoingHeaders, inSpan } from '@shop/server-runtime/request-scope';

export interface DataResponse {
  /** Status code, 200 to 499. */
  status: number;
  contentType: string;
  body: string;
  /** Whether the store API announces a search of its own with `accept-search`. Default: false. */
  announcesSearch?: boolean;
  /** Whether it announces the dates of its products with `accept-product-dates`. Default: false. */
  announcesProductDates?: boolean;
}

/** Milliseconds that one call may take. A page waits for less; the next page gets the response. */
const timeoutMs = 3000;
/** Bytes of one response. A page of a hundred products is far smaller. */
const maxBodyBytes = 2 * 1024 * 1024;

/**
 * Gets a resource of the store API, without cookies and without authorization, with the id of the request that needs it.
 * Connections are reused.
 *
 * @param address Absolute URL as this process reaches it.
 * @throws When there is no response in time, it is too large, or the store API responds with a redirect, 429 or 500 and above.
 */
export const fetchData = (address: string): Promise<DataResponse> =>
  inSpan('GET store API', { kind: 'client', attributes: { 'http.request.method': 'GET' } }, () => send(address));

async function send(address: string): Promise<DataResponse> {
  const response = await fetch(address, {
    headers: {
      accept: 'application/json',
      // A server in the same network sends bytes faster than both sides compress them. Node asks for gzip otherwise.
      ...(address.startsWith('http:') && { 'accept-encoding': 'identity' }),
      ...getOutgoingHeaders(),
    },
    redirect: 'error',
    credentials: 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, headers } = response;
  if (status === 429 || status >= 500) {
    await response.body?.cancel();
    throw new Error(`the store API responds with ${status}`);
  }
  return {
    status,
    contentType: headers.get('content-type') ?? '',
    body: await readText(response),
    announcesSearch: headers.has('accept-search'),
    announcesProductDates: headers.has('accept-product-dates'),
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error(`the store API responds with more than ${maxBodyBytes} bytes`);
    chunks.push(chunk);
  }
  // It removes a byte order mark, which is not JSON.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
