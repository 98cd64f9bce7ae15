import { type Environment, readState } from '../environment/change-head';
import { type Cohort, type Counts, type GatewayRecord, keptMinutes, readRecords } from './gateway-record';
import { judge, type Verdict } from './judge';
import { emptyHistogram, summarizeVital, type VitalName, type VitalSummary } from './vitals';

const minute = 60_000;

/** What was counted, and the vitals in figures. */
export interface HealthFigures extends Omit<Counts, 'vitals'> {
  vitals: Record<VitalName, VitalSummary>;
}

/** One minute of a chart. */
export interface HealthMinute extends HealthFigures {
  /** Unix milliseconds at which it began. */
  at: number;
}

/** How a composition does for a part of the visitors. */
export interface CohortHealth {
  /** The composition's `seq`. */
  composition: number;
  cohort: Cohort;
  /** Sums over the minutes below. */
  totals: HealthFigures;
  /** The last two hours, oldest first, minutes without anything included. */
  minutes: HealthMinute[];
}

/** How an environment does, summed over its gateways. */
export interface HealthReport {
  env: string;
  /** Unix milliseconds. */
  at: number;
  /** The change of the environment that was read. */
  head: number;
  /** Gateways that have reported within the time shown. */
  gateways: number;
  /** A sentence about each record that is not what a gateway writes, and was left out. */
  leftOut: string[];
  /** The live composition: while a canary runs, its control. */
  live: CohortHealth;
  /** Visitors whom chance gave the canary; null while none runs. */
  canary: CohortHealth | null;
  /** Visitors whom a list gave the canary; null while none runs. */
  listed: CohortHealth | null;
  /** Whether the canary is worse than its control; null while none runs. */
  verdict: Verdict | null;
}

/**
 * How what is live, and the canary beside it, do.
 *
 * @param now Unix milliseconds; the two hours before it are shown.
 * @returns Null when nothing was ever promoted.
 */
export async function readHealth(environment: Environment, now = Date.now()): Promise<HealthReport | null> {
  const { store, name } = environment;
  const state = await readState(environment);
  if (!state) return null;
  const { records, leftOut } = await readRecords(store, name);
  const of = (composition: number, cohort: Cohort) => cohortHealth(records, composition, cohort, now);
  const { live, canary } = state;
  return {
    env: name,
    at: now,
    head: state.head.seq,
    gateways: records.filter(({ at }) => at > now - keptMinutes * minute).length,
    leftOut,
    live: of(live.seq, 'control'),
    canary: canary && of(canary.seq, 'canary'),
    listed: canary && of(canary.seq, 'listed'),
    verdict: canary && judge(records, canary.seq),
  };
}

function cohortHealth(
  records: readonly GatewayRecord[],
  composition: number,
  cohort: Cohort,
  now: number,
): CohortHealth {
  const found = records
    .flatMap(({ minutes }) => minutes)
    .filter((one) => one.composition === composition && one.cohort === cohort);
  const last = Math.floor(now / minute) * minute;
  const times = Array.from({ length: keptMinutes }, (_, at) => last - (keptMinutes - 1 - at) * minute);
  const counted = times.map((at) => found.filter((one) => one.minute === at).map(({ counts }) => counts));
  return {
    composition,
    cohort,
    totals: toFigures(counted.flat()),
    minutes: counted.map((counts, at) => ({ at: times[at] ?? last, ...toFigures(counts) })),
  };
}

/** Adds counts up and reads their vitals. */
function toFigures(all: readonly Counts[]): HealthFigures {
  const sum = (name: keyof Omit<Counts, 'vitals'>) => all.reduce((total, counts) => total + counts[name], 0);
  const histogram = (name: VitalName) =>
    emptyHistogram(name).map((_, at) => all.reduce((total, { vitals }) => total + (vitals[name]?.[at] ?? 0), 0));
  return {
    views: sum('views'),
    renderFailures: sum('renderFailures'),
    errors: sum('errors'),
    loadFailures: sum('loadFailures'),
    checkoutsStarted: sum('checkoutsStarted'),
    ordersPlaced: sum('ordersPlaced'),
    vitals: {
      LCP: summarizeVital('LCP', histogram('LCP')),
      INP: summarizeVital('INP', histogram('INP')),
      CLS: summarizeVital('CLS', histogram('CLS')),
      TTFB: summarizeVital('TTFB', histogram('TTFB')),
    },
  };
}
