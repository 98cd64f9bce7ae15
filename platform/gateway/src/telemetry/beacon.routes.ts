import { beaconPath } from '@shop/remote-contract/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CanaryAssignment } from '../canary/canary-assignment';
import { registerPageReportRoute } from '../page-reports/page-report-route';
import { parseBeacon } from './parse-beacon';
import type { TelemetryRecorder } from './telemetry-recorder';

export interface BeaconRouteOptions {
  recorder: TelemetryRecorder;
  /** Finds what the visitor would get now; null for a visitor who is not recorded, such as one with a preview. */
  findAssignment: (request: FastifyRequest, reply: FastifyReply) => Promise<CanaryAssignment | null>;
}

/** Adds the route that receives the beacons of pages. */
export function registerBeaconRoute(app: FastifyInstance, { recorder, findAssignment }: BeaconRouteOptions): void {
  registerPageReportRoute(app, {
    path: beaconPath,
    // A full beacon has about 300 bytes.
    bodyLimit: 1024,
    requestsPerMinute: 240,
    noun: 'beacons',
    parse: parseBeacon,
    async receive(beacon, { request, reply, network }) {
      const assignment = await findAssignment(request, reply);
      if (assignment) recorder.recordBeacon({ assignment, network }, beacon);
    },
  });
}
