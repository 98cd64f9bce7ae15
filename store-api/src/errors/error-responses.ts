import { isDatabaseUnavailable } from '@shop/database/database-unavailable-error';
import { text } from '@shop/language/format-message';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTexts, readLanguage, type Texts } from '../texts/texts';
import { HttpError } from './http-error';
import { formatValidationMessage } from './validation-message';

const internalErrorMessage = text('Something went wrong on our side. Please try again later.');

const unavailableMessage = text('The shop cannot answer right now. Please try again in a moment.');

/** Our messages for Fastify's own errors. Fastify's messages name parts of the server. */
const fastifyMessages: Record<string, string> = {
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, and JSON was promised.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type must be application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body length differs from the Content-Length header.',
};

/** Gives every response of 400 and above the body `{ "error": "message" }`, on known and unknown routes. Specification 8. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
  const notFound = new HttpError(404, 'There is nothing at this address.');
  app.setNotFoundHandler((request, reply) => sendError(notFound, request, reply));
}

/**
 * Sends an error response, which no cache stores. Its message is in the language of the request when it has a translation. Fastify
 * also calls it as `frameworkErrors`, for errors before it finds a route: these run no hooks.
 */
export function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store');
  const t = createTexts(readLanguage(request));
  if (error instanceof HttpError) {
    return reply
      .code(error.statusCode)
      .headers(error.headers)
      .send({ error: t(error.message) });
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error({ err: error }, 'request failed');
    if (!isDatabaseUnavailable(error)) return reply.code(500).send({ error: t(internalErrorMessage) });
    return reply
      .code(503)
      .header('retry-after', '3')
      .send({ error: t(unavailableMessage) });
  }
  return reply.code(status).send({ error: getMessage(error, status, t) });
}

function getMessage(error: FastifyError, status: number, t: Texts): string {
  if (error.validation) return formatValidationMessage(error.validation[0], error.validationContext, t);
  if (status === 429) return error.message;
  // The message of a body parser quotes the input, so the response never contains it.
  return fastifyMessages[error.code] ?? 'The request is not valid.';
}
