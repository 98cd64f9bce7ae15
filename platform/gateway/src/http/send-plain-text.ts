import type { FastifyReply } from 'fastify';

/** Sends a message to a person as plain text. No cache stores the response. */
export const sendPlainText = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(message);
