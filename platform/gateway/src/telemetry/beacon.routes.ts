import { beaconPath } from '@shop/remote-contract/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CanaryAssignment, hasVisitorId } from '../canary/canary-assignment';
import { registerPageReportRoute } from '../http/page-report-route';
import { earlierBeaconPath, parseEarlierBeacon } from './earlier-shells';
import { parseBeacon } from './parse-beacon';
import type { TelemetryRecorder } from './telemetry-recorder';

/** Finds what a visitor would get now. The assignment is null for a visitor who is not recorded, such as one with a preview. */
type Select = (request: FastifyRequest, reply: FastifyReply) => Promise<{ assignment: CanaryAssignment | null } | null>;

export function registerBeaconRoute(app: FastifyInstance, recorder: TelemetryRecorder, select: Select): void {
  const receivers = [
    { path: beaconPath, parse: parseBeacon },
    { path: earlierBeaconPath, parse: parseEarlierBeacon },
  ];
  for (const receiver of receivers) {
    registerPageReportRoute(app, {
      ...receiver,
      // A full beacon has about 300 bytes.
      bodyLimit: 1024,
      requestsPerMinute: 240,
      noun: 'beacons',
      async receive(beacon, { request, reply, network }) {
        const assignment = (await select(request, reply))?.assignment;
        if (!assignment) return;
        // A beacon without a visitor id belongs to no group: it counts in the charts only.
        const counted = hasVisitorId(request) ? assignment : { ...assignment, visitorId: null };
        recorder.recordBeacon({ assignment: counted, network }, beacon);
      },
    });
  }
}
