import type { Socket } from 'node:net';

/** Answers what is not even HTTP, in the form of every other error. Such a request never reaches a route. */
export function replyToBrokenRequest(
  error: Error & { code?: string },
  socket: Pick<Socket, 'writable' | 'destroy' | 'end'>,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ error: 'The request is not valid HTTP.' });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
