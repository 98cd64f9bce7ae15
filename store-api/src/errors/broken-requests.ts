import type { Socket } from 'node:net';

const notHttp = { status: '400 Bad Request', sentence: 'The request is not valid HTTP.' };

const brokenRequests: Record<string, typeof notHttp> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    sentence: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', sentence: 'The request took too long to arrive.' },
};

/** Answers what is not even HTTP, in the form of every other error. Such a request never reaches a route. */
export function replyToBrokenRequest(
  error: Error & { code?: string },
  socket: Pick<Socket, 'writable' | 'destroy' | 'end'>,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, sentence } = brokenRequests[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ error: sentence });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
