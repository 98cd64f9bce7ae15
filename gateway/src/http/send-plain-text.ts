import type { FastifyReply } from 'fastify';

/** Answers with one sentence for a person, that nobody keeps. */
export const sendPlainText = (reply: FastifyReply, status: number, sentence: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(sentence);
