import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { unreadableTargetMessage } from './request-target';
import { commonHeaders } from './security-headers';

const serverErrorMessage = 'The shop cannot answer right now. Please try again.';
const malformedRequestMessage = 'That request cannot be read.';

/** Sends the response to an error of a route or of Fastify. A server error is logged without personal data, and its details stay
 * in the log. */
export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return sendPlainText(reply, status, unreadableTargetMessage);
  reply.request.log.error({ err: error }, 'request failed');
  return sendPlainText(reply, status, serverErrorMessage);
}

/** Status codes of Node's parser errors. Every other one is 400. */
const statusByParserError = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** Answers bytes that Node cannot parse as an HTTP request, and closes the connection. */
export function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = statusByParserError.get(error.code ?? '') ?? 400;
  const headers = {
    ...commonHeaders,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': malformedRequestMessage.length,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  socket.end(`${head}\r\n\r\n${malformedRequestMessage}`);
}

/** Sends a message to a person as plain text. No cache stores the response. */
export const sendPlainText = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(message);
