import * as v from 'valibot';
import { Count } from '../store/schemas';
import type { GatewayMetrics } from './gateway-metrics';

/** Visits that gateways have measured since the share of a canary was set, and those that its next stage waits for. */
export const StageVisits = v.object({ measured: Count, needed: Count });
export type StageVisits = v.InferOutput<typeof StageVisits>;

/**
 * Counts the visits to a canary that gateways have measured since a time: visitors whose page sent a beacon. A gateway counts each
 * visitor once, and two of a network at most.
 *
 * @param since  Unix milliseconds. A window that was open at that time does not count.
 */
export const countMeasuredVisits = (records: readonly GatewayMetrics[], canary: string, since: number): number =>
  records
    .flatMap(({ runs }) => runs)
    .filter((run) => run.canary === canary)
    .flatMap(({ windows }) => windows)
    .filter(({ from }) => from >= since)
    .reduce((sum, window) => sum + window.canary.errors.visitors, 0);

/** Formats visits: `12 of 50 visits measured`, `0 visits measured` where the policy waits for none. */
export const formatStageVisits = ({ measured, needed }: StageVisits): string =>
  needed > 0 ? `${measured} of ${needed} visits measured` : `${measured} visits measured`;
