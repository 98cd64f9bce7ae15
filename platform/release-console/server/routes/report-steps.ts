import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import { noProgress, type Progress } from '@shop/releases/gates/progress';
import { type StepLine, stepsMediaType } from '@shop/releases/service-api/constants';
import type { FastifyReply } from 'fastify';
import { toErrorResponse } from './http-errors';

const requestProgress = new AsyncLocalStorage<Progress>();

/** Finds the receiver of the steps of the request that runs now. Without such a request the steps are dropped. */
export const getRequestProgress = (): Progress => requestProgress.getStore() ?? noProgress;

/** Creates a progress that writes a line for each begin and end of a step. */
function createLineProgress(write: (line: StepLine) => void): Progress {
  let steps = 0;
  return {
    plan: (count) => write({ kind: 'plan', count }),
    run: async (name, run, isGood = () => true) => {
      const step = ++steps;
      let isOk = false;
      write({ kind: 'begin', step, name });
      try {
        const result = await run();
        isOk = isGood(result);
        return result;
      } finally {
        write({ kind: 'end', step, isOk });
      }
    },
  };
}

/** Milliseconds between two lines at most. A proxy ends a response that sends nothing for a minute. */
const heartbeatMs = 15_000;

/** The end of a step that has not begun. Clients ignore it. */
const heartbeat: StepLine = { kind: 'end', step: 0, isOk: true };

/**
 * Runs a call, and sends its steps as they happen and its response at the end. The call goes on when the caller leaves.
 *
 * @param where  Names the request in the log.
 */
export function sendSteps(reply: FastifyReply, where: string, act: () => Promise<unknown>): FastifyReply {
  const lines = new PassThrough();
  // A caller who leaves ends the stream. The call goes on.
  lines.on('error', () => undefined);
  const write = (line: StepLine) => void lines.write(`${JSON.stringify(line)}\n`);
  const heartbeats = setInterval(() => write(heartbeat), heartbeatMs);
  void requestProgress
    .run(createLineProgress(write), act)
    .then(
      (body) => ({ status: 200, body }),
      (error: unknown) => toErrorResponse(error, where),
    )
    .then((response) => {
      clearInterval(heartbeats);
      write({ kind: 'response', ...response });
      lines.end();
    });
  // nginx would keep the lines until the end.
  return reply.type(stepsMediaType).header('x-accel-buffering', 'no').send(lines);
}
