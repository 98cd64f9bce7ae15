import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendPlainText } from '../http/error-responses';
import { createRetryPage, retryPagePolicy } from '../http/retry-page';

/** A document was not rendered because the gateway has too much work. */
export class OverloadedError extends Error {
  override name = 'OverloadedError';
}

const busyMessage = 'The shop is busy. Please try again in a moment.';

const busyPage = {
  title: 'The shop is busy',
  reason: 'Many people are here right now.',
  hindiReason: 'शॉप पर अभी बहुत सारे लोग हैं।',
};

/** Answers 503 with Retry-After. A browser that opens a page gets a page that opens the address again. */
export function sendBusyResponse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Clients come back at different times.
  const seconds = 2 + Math.floor(Math.random() * 4);
  void reply.header('retry-after', String(seconds));
  if (!isNavigation(request)) return sendPlainText(reply, 503, busyMessage);
  return reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': retryPagePolicy, 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(createRetryPage(busyPage, seconds));
}

const isNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && /text\/html/.test(String(headers.accept ?? ''));
