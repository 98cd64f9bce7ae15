import { errorReportPath } from '@shop/remote-contract/error-report';
import type { FastifyInstance } from 'fastify';
import { registerPageReportRoute } from '../page-reports/page-report-route';
import type { ErrorRecorder } from './error-recorder';
import { parseErrorBeacon } from './parse-error-beacon';

/** Adds the route that receives the error reports of pages. */
export function registerErrorReportRoute(app: FastifyInstance, recorder: Pick<ErrorRecorder, 'record'>): void {
  registerPageReportRoute(app, {
    path: errorReportPath,
    // Five reports with twelve positions each have about 8,000 bytes.
    bodyLimit: 16 * 1024,
    // A page sends one for each new error, and five at most.
    requestsPerMinute: 60,
    noun: 'error reports',
    parse: parseErrorBeacon,
    receive: (beacon) => recorder.record(beacon),
  });
}
