import {
  cleanErrorMessage,
  type ErrorBeacon,
  errorReportLimits,
  errorReportPath,
  framePattern,
} from '@shop/remote-contract/error-report';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { readVisitorId } from '../canary/canary-assignment';
import { parseReport, registerPageReportRoute } from '../http/page-report-route';
import type { ErrorRecorder } from './error-recorder';

const Report = v.strictObject({
  release: v.pipe(v.string(), v.maxLength(120)),
  // A forged report must not store what a page would have removed.
  message: v.pipe(v.string(), v.maxLength(errorReportLimits.messageLength), v.transform(cleanErrorMessage)),
  frames: v.pipe(v.array(v.pipe(v.string(), v.regex(framePattern))), v.maxLength(errorReportLimits.frames)),
});

const Beacon = v.strictObject({
  composition: v.pipe(v.number(), v.integer(), v.minValue(1)),
  errors: v.pipe(v.array(Report), v.maxLength(errorReportLimits.errorsPerBeacon)),
});

export function registerErrorReportRoute(app: FastifyInstance, recorder: Pick<ErrorRecorder, 'record'>): void {
  registerPageReportRoute(app, {
    path: errorReportPath,
    // Five reports with twelve positions each have about 8,000 bytes.
    bodyLimit: 16 * 1024,
    // A page sends one for each new error, and five at most.
    requestsPerMinute: 60,
    noun: 'error reports',
    parse: (body): ErrorBeacon => parseReport(Beacon, body, 'These are not error reports'),
    receive: (beacon, { request }) => recorder.record(beacon, readVisitorId(request)),
  });
}
