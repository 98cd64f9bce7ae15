import { GatesFailedError } from '@shop/releases/gates/run-gates';
import { NotAllowedError } from '@shop/releases/policy/policy';
import type { ErrorResponse } from '@shop/releases/service-api/responses';
import { FrozenError } from '@shop/releases/state/live-state';
import type { FastifyReply } from 'fastify';

function getStatus(error: Error): number {
  if (error instanceof NotAllowedError) return 403;
  if (error instanceof GatesFailedError) return 422;
  if (error instanceof FrozenError) return 409;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  // The release package reports a conflict with the current state as a plain Error. Errors of Node have a code.
  return Object.getPrototypeOf(error) === Error.prototype && !('code' in error) ? 409 : 500;
}

/** Sends the response of a failed request. Errors of the server are logged. */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const status = getStatus(error);
  if (status >= 500) console.error(error);
  return reply.code(status).header('cache-control', 'no-store').send(toErrorResponse(error, status));
}

function toErrorResponse(error: Error, status: number): ErrorResponse {
  if (error instanceof GatesFailedError) {
    return { error: 'The gates refuse this composition.', findings: error.findings };
  }
  if (error instanceof FrozenError) return { error: error.message, findings: [error.finding] };
  return { error: status >= 500 ? `The console failed: ${error.message}` : error.message };
}
