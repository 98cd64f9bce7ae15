import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import { type ErrorBeacon, errorReportPath } from '@shop/remote-contract/error-report';
import type { FastifyInstance } from 'fastify';
import { sendPlainText } from '../http/send-plain-text';
import { siteNetworkBits } from '../telemetry/telemetry-recorder';
import type { ErrorRecorder } from './error-recorder';
import { InvalidErrorBeaconError, parseErrorBeacon } from './parse-error-beacon';

/** Bytes of a request body. Five reports with twelve positions each have about 8,000. */
const bodyLimit = 16 * 1024;
/** Requests that one network may send in a minute. A page sends one for each new error, and five at most. */
const reportLimit = { points: 60, durationSeconds: 60 };

/** Adds the route that receives the error reports of pages. Its response has no body. */
export function registerErrorReportRoute(app: FastifyInstance, recorder: Pick<ErrorRecorder, 'record'>): void {
  const rateLimiter = createRateLimiter(reportLimit);
  app.post(
    errorReportPath,
    {
      bodyLimit,
      errorHandler: (error, _request, reply) => sendPlainText(reply, error.statusCode ?? 400, error.message),
    },
    async (request, reply) => {
      const limit = await rateLimiter.consume(clientNetwork(request.ip, siteNetworkBits));
      if (!limit.isAllowed) {
        void reply.header('retry-after', limit.retryAfterSeconds);
        return sendPlainText(reply, 429, 'Your network has sent too many error reports: wait a minute.');
      }
      let beacon: ErrorBeacon;
      try {
        beacon = parseErrorBeacon(request.body);
      } catch (error) {
        if (!(error instanceof InvalidErrorBeaconError)) throw error;
        return sendPlainText(reply, 400, error.message);
      }
      recorder.record(beacon);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}
