import { beaconPath } from '@shop/remote-contract/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CanaryAssignment } from '../canary/canary-assignment';
import { registerPageReportRoute } from '../http/page-report-route';
import { earlierBeaconPath, parseEarlierBeacon } from './earlier-shells';
import { parseBeacon } from './parse-beacon';
import type { TelemetryRecorder } from './telemetry-recorder';

/** Finds what a visitor would get now. The assignment is null for a visitor who is not recorded, such as one with a preview. */
type Select = (request: FastifyRequest) => Promise<{ assignment: CanaryAssignment | null } | null>;

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
      async receive(beacon, { request, network }) {
        const assignment = (await select(request))?.assignment;
        if (assignment) recorder.recordBeacon({ assignment, network }, beacon);
      },
    });
  }
}
