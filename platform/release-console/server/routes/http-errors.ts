import { GatesFailedError } from '@shop/releases/gates/run-gates';
import { NotAllowedError } from '@shop/releases/policy/policy';
import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import { HttpError } from '@shop/releases/service-api/requests';
import type { ErrorResponse } from '@shop/releases/service-api/responses';
import { FrozenError } from '@shop/releases/state/live-state';
import { ConflictError, UnavailableStoreError } from '@shop/releases/store/errors';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { FastifyReply } from 'fastify';

/** The status of an error that is thrown on purpose, or that Fastify throws for an invalid request. Null: a fault of the service. */
function findStatus(error: unknown): number | null {
  if (error instanceof HttpError) return error.statusCode;
  if (error instanceof NotAllowedError) return 403;
  if (error instanceof ConflictError) return 409;
  if (error instanceof GatesFailedError) return 422;
  if (error instanceof UnavailableStoreError) return 503;
  const isInvalidRequest = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_ERR_');
  const status = isInvalidRequest && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status < 500 ? status : null;
}

/**
 * Converts an error to a response. The text of a fault can name files, addresses and code, so it goes to the log only.
 *
 * @param where  Names the request or the schedule in the log.
 */
export function toErrorResponse(error: unknown, where: string): { status: number; body: ErrorResponse } {
  const status = findStatus(error);
  if (error instanceof CorruptDocumentError || error instanceof UnreadableReleaseError) {
    // Its text names objects of the release store. Callers repair it with `recover-head` or a backup.
    console.error(`The release store is damaged (${where}):`, error);
    return { status: 500, body: { error: error.message } };
  }
  if (status === null) {
    console.error(`The release service failed (${where}):`, error);
    return { status: 500, body: { error: 'The release service failed. Its log has the reason.' } };
  }
  if (error instanceof GatesFailedError) {
    return { status, body: { error: 'The gates refuse this composition.', findings: error.findings } };
  }
  const { message } = error as Error;
  return { status, body: { error: message, ...(error instanceof FrozenError ? { findings: [error.finding] } : {}) } };
}

/** Sends the response of a failed request. */
export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { method, routeOptions } = reply.request;
  const { status, body } = toErrorResponse(error, `${method} ${routeOptions.url ?? 'of an unknown address'}`);
  return reply.code(status).header('cache-control', 'no-store').send(body);
}
