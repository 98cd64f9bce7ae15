import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import { beaconPath, type PageBeacon } from '@shop/remote-contract/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CanaryAssignment } from '../canary/canary-assignment';
import { sendPlainText } from '../http/send-plain-text';
import { InvalidBeaconError, parseBeacon } from './parse-beacon';
import { siteNetworkBits, type TelemetryRecorder } from './telemetry-recorder';

/** Bytes of a request body. A full beacon has about 300. */
const bodyLimit = 1024;
/** Beacons that one network may send in a minute. */
const beaconLimit = { points: 240, durationSeconds: 60 };

export interface BeaconRouteOptions {
  recorder: TelemetryRecorder;
  /** Finds what the visitor would get now; null for a visitor who is not recorded, such as one with a preview. */
  findAssignment: (request: FastifyRequest, reply: FastifyReply) => Promise<CanaryAssignment | null>;
}

/** Adds the route that receives the beacons of pages. The response to a beacon has no body. */
export function registerBeaconRoute(app: FastifyInstance, { recorder, findAssignment }: BeaconRouteOptions): void {
  const rateLimiter = createRateLimiter(beaconLimit);
  app.post(
    beaconPath,
    {
      bodyLimit,
      errorHandler: (error, _request, reply) => sendPlainText(reply, error.statusCode ?? 400, error.message),
    },
    async (request, reply) => {
      const network = clientNetwork(request.ip, siteNetworkBits);
      const limit = await rateLimiter.consume(network);
      if (!limit.isAllowed) {
        void reply.header('retry-after', limit.retryAfterSeconds);
        return sendPlainText(reply, 429, 'Your network has sent too many beacons: wait a minute.');
      }
      let beacon: PageBeacon;
      try {
        beacon = parseBeacon(request.body);
      } catch (error) {
        if (!(error instanceof InvalidBeaconError)) throw error;
        return sendPlainText(reply, 400, error.message);
      }
      const assignment = await findAssignment(request, reply);
      if (assignment) recorder.recordBeacon({ assignment, network }, beacon);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}
