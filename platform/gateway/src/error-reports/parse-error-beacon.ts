import {
  cleanErrorMessage,
  type ErrorBeacon,
  errorReportLimits,
  framePattern,
} from '@shop/remote-contract/error-report';
import * as v from 'valibot';
import { InvalidReportError } from '../page-reports/page-report-route';

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

/**
 * Parses the error reports of a page.
 *
 * @param body Parsed JSON.
 * @throws {InvalidReportError} The message names the first invalid field.
 */
export function parseErrorBeacon(body: unknown): ErrorBeacon {
  const result = v.safeParse(Beacon, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new InvalidReportError(`These are no error reports: ${v.getDotPath(issue) ?? 'the body'}: ${issue.message}.`);
}
