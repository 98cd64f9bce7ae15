import { GatesFailedError } from '@shop/releases/actions/run-gates';
import { NotAllowedError } from '@shop/releases/policy/policy';
import type { FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Problem } from '../../api/responses';

/** A call that is refused, with the status of the answer. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** Reads a body or a query. @throws {Refusal} One sentence that names the first thing that is wrong. */
export function readInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  throw new Refusal(
    400,
    `The request cannot be read: ${place ? `${place}: ` : ''}${issue.message}.`.replace(/\.\.$/, '.'),
  );
}

function statusOf(error: Error): number {
  if (error instanceof NotAllowedError) return 403;
  if (error instanceof GatesFailedError) return 422;
  if ('statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  // The release store says plainly, in an Error of its own making, why something cannot be done now.
  return Object.getPrototypeOf(error) === Error.prototype && !('code' in error) ? 409 : 500;
}

/** Answers a failed call with one sentence. */
export function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const known = error instanceof Error ? error : new Error(String(error));
  const status = statusOf(known);
  if (status >= 500) console.error(known);
  const problem: Problem = {
    error:
      known instanceof GatesFailedError
        ? 'The gates refuse this composition.'
        : status >= 500
          ? `The console could not do that: ${known.message}`
          : known.message,
    ...(known instanceof GatesFailedError ? { findings: known.findings } : {}),
  };
  return reply.code(status).header('cache-control', 'no-store').send(problem);
}
