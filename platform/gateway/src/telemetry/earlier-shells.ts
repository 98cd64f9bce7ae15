import type { PageBeacon, TelemetryTag } from '@shop/remote-contract/telemetry';
import { parseBeacon } from './parse-beacon';

/*
 * Names that shells of before December 2026 use for the telemetry of a page. Remove this file on 1 June 2027: no composition
 * that a rollback restores has such a shell then.
 */

/** Path that pages of earlier shells post their beacons to. */
export const earlierBeaconPath = '/-/health';

/** Creates the field of a document's request that earlier shells read the tag from. */
export const toEarlierTag = ({ group, isCompared }: TelemetryTag) => ({ health: { cohort: group, isCompared } });

/** Parses a beacon of an earlier shell. @throws {InvalidReportError} */
export function parseEarlierBeacon(body: unknown): PageBeacon {
  if (typeof body !== 'object' || body === null || !('cohort' in body)) return parseBeacon(body);
  const { cohort, ...rest } = body;
  return parseBeacon({ ...rest, group: cohort });
}
