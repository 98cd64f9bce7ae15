import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestRefused } from './request-refused';
import { validationSentence } from './validation-sentence';

const serverSentence = 'Something went wrong on our side. Please try again later.';

/** What Fastify itself refuses, in our words; its own sentences name parts of the server. */
const fastifySentences: Record<string, string> = {
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, and JSON was promised.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type must be application/json.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as the request says.',
};

/** Makes every answer of 400 and above `{ "error": "one sentence" }`, on known and unknown routes. Specification 8. */
export function addErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'There is nothing at this address.' }));
}

/** Also Fastify's `frameworkErrors`: failures before a route is found. */
export function replyWithError(error: FastifyError | RequestRefused, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RequestRefused) {
    return reply.code(error.statusCode).headers(error.headers).send({ error: error.message });
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ error: serverSentence });
  }
  return reply.code(status).send({ error: sentenceFor(error, status) });
}

function sentenceFor(error: FastifyError, status: number): string {
  if (error.validation) return validationSentence(error.validation[0], error.validationContext);
  if (status === 429) return error.message;
  // A body that Fastify could not read carries the parser's own message, which quotes the input.
  return fastifySentences[error.code] ?? 'The request is not understood.';
}
