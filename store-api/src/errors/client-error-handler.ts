import type { Socket } from 'node:net';

const invalidHttp = { status: '400 Bad Request', message: 'The request is not valid HTTP.' };

const responsesByCode: Record<string, typeof invalidHttp> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long to arrive.' },
};

/**
 * Handles Node's `clientError` event: a request that the HTTP parser rejects never reaches a route. The response has the
 * same JSON body as every other error, and no cache stores it.
 */
export function handleClientError(
  error: Error & { code?: string },
  socket: Pick<Socket, 'writable' | 'destroy' | 'end'>,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = responsesByCode[error.code ?? ''] ?? invalidHttp;
  const body = JSON.stringify({ error: message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
