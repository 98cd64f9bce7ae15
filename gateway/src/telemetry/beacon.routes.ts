import { beaconPath, type PageBeacon } from '@shop/remote-contract/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPlainText } from '../http/send-plain-text';
import { createAllowance, networkOf } from './network-address';
import { parseBeacon } from './parse-beacon';
import type { CountedRequest, TelemetryRecorder } from './telemetry-recorder';

/** Bytes of a report: a full one has about 300. */
const bodyLimit = 1024;
/** Reports that one network may send in a minute. */
const reportsPerMinute = 240;

export interface BeaconRouteOptions {
  recorder: TelemetryRecorder;
  /** What the visitor would get now; null for one who is not counted. */
  recognize: (request: FastifyRequest, reply: FastifyReply) => Promise<CountedRequest['cohort'] | null>;
}

/** Takes the reports of pages at `/-/health`. What cannot be read is refused with one sentence; nothing is told back. */
export function registerBeaconRoute(app: FastifyInstance, { recorder, recognize }: BeaconRouteOptions): void {
  const mayReport = createAllowance(reportsPerMinute, 60_000);
  app.post(
    beaconPath,
    {
      bodyLimit,
      errorHandler: (error, _request, reply) => sendPlainText(reply, error.statusCode ?? 400, error.message),
    },
    async (request, reply) => {
      if (!mayReport(networkOf(request.ip), Date.now())) {
        return sendPlainText(reply, 429, 'Too many health reports came from there: wait a minute.');
      }
      let beacon: PageBeacon;
      try {
        beacon = parseBeacon(request.body);
      } catch (error) {
        return sendPlainText(reply, 400, error instanceof Error ? error.message : String(error));
      }
      const cohort = await recognize(request, reply);
      if (cohort) recorder.reported({ cohort, network: networkOf(request.ip) }, beacon);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}
