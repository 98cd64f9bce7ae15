import * as v from 'valibot';
import { formatConditions, maxStages, stageFields } from '../change-model/stages';
import { storedIsoTime } from '../change-model/value-schemas';
import { PinnedRelease } from '../release/release';
import { DocumentRef } from '../store/document-ref';
import { Count } from '../store/schemas';

/** A stage of a stored document. */
export const Stage = v.object({ ...stageFields, notBefore: v.exactOptional(storedIsoTime()) });
export type Stage = v.InferOutput<typeof Stage>;

/** Shares to which the monitor raises a canary. @see docs/decisions/0011-canary-analysis.md */
export const RolloutPlan = v.object({
  /** The stages to come, lowest share first. */
  stages: v.pipe(v.array(Stage), v.minLength(1), v.maxLength(maxStages)),
  /** Time at which the current share was set, or the plan was resumed, as an ISO date. The first stage counts from then. */
  since: v.string(),
  paused: v.exactOptional(v.object({ by: v.string(), reason: v.string() })),
});
export type RolloutPlan = v.InferOutput<typeof RolloutPlan>;

/** Releases that a part of the visitors gets before everyone does. */
export const Canary = v.object({
  /** Identifies the canary from its start to its end. */
  id: v.string(),
  /** Releases that replace live ones, or are added. */
  releases: v.array(PinnedRelease),
  removed: v.array(v.string()),
  /** The live composition with the changes of this canary alone. */
  composition: DocumentRef,
  /** Percentage of the visitors, 0 to 100. With 0, only the visitors of a list get the canary: staff, regions, groups. */
  share: v.pipe(Count, v.maxValue(100)),
  /** The visitors of the share, by their slots: as many as its percentage. No two canaries have the same one. */
  slots: v.array(v.pipe(Count, v.maxValue(99))),
  /** Number of the change that started the canary. */
  start: v.pipe(v.number(), v.integer(), v.minValue(1)),
  staff: v.exactOptional(v.literal(true)),
  /** Regions whose visitors all get the canary, as the codes of the deployment's proxy. */
  regions: v.exactOptional(v.array(v.string())),
  /** Groups of customers who all get the canary, as the company's sign-in names them. */
  groups: v.exactOptional(v.array(v.string())),
  owner: v.string(),
  /** A change of the canary overrode findings. Each further step to more visitors is forced too. */
  isForced: v.exactOptional(v.literal(true)),
  /** Absent: the share rises when a person raises it. */
  plan: v.exactOptional(RolloutPlan),
});
export type Canary = v.InferOutput<typeof Canary>;

export type CanaryChanges = Pick<Canary, 'releases' | 'removed'>;

export const listCanaryApps = ({ releases, removed }: CanaryChanges): string[] => [
  ...releases.map(({ app }) => app),
  ...removed,
];

export const toCanaryName = (canary: CanaryChanges & Pick<Canary, 'id' | 'owner'>) => ({
  id: canary.id,
  apps: listCanaryApps(canary),
  owner: canary.owner,
});

export const formatCanaryApps = (canary: CanaryChanges): string => listCanaryApps(canary).join(' and ');

/** Formats a canary for a message: `the canary of mf-catalog (asha, 10 %)`. */
export const formatCanary = (canary: CanaryChanges & Pick<Canary, 'owner' | 'share'>): string =>
  `the canary of ${formatCanaryApps(canary)} (${canary.owner}, ${canary.share} %)`;

/** Unix milliseconds of the next stage. A paused plan waits longer, and so does a stage that waits for a person. */
export const getDueTime = ({ stages: [next], since }: RolloutPlan): number =>
  Math.max(Date.parse(since) + (next?.afterMinutes ?? 0) * 60_000, next?.notBefore ? Date.parse(next.notBefore) : 0);

/**
 * Finds the stage to which the monitor may raise a canary now.
 *
 * @param now  Unix milliseconds.
 * @returns Undefined before its time, while the plan is paused, when the stage waits for a person, and without a plan.
 */
export function findDueStage(plan: RolloutPlan | undefined, now: number): Stage | undefined {
  const next = plan?.stages[0];
  return plan && !plan.paused && !next?.waitsForPerson && getDueTime(plan) <= now ? next : undefined;
}

/**
 * Returns the plan of a canary whose share has risen.
 *
 * @param since  Time of the rise as an ISO date.
 * @returns Undefined when the plan has no stage above the share.
 */
export function advancePlan(plan: RolloutPlan | undefined, share: number, since: string): RolloutPlan | undefined {
  const stages = plan?.stages.filter((stage) => stage.share > share) ?? [];
  return plan && stages.length > 0 ? { ...plan, stages, since } : undefined;
}

/** Formats the rest of a plan: `25 % at 2026-11-24T10:15:00.000Z, then 100 % when a person continues`. */
export function formatPlan(plan: RolloutPlan): string {
  const { stages, paused } = plan;
  const [next, ...later] = stages;
  if (paused) return `paused before ${next?.share} % by ${paused.by}: ${paused.reason}`;
  const at = new Date(getDueTime(plan)).toISOString();
  const first = next?.waitsForPerson
    ? `${next.share} % when a person continues (rollout continue), planned for ${at}`
    : `${next?.share} % at ${at}`;
  return [first, ...later.map((stage) => `${stage.share} %${formatConditions(stage)}`)].join(', then ');
}

/**
 * Returns the finding of a step of a canary that overrode findings: the gates may not find them again, because its routes are
 * checked at its start only.
 */
export const listForceFindings = (
  canary: CanaryChanges & Pick<Canary, 'isForced' | 'start'>,
): { gate: string; app: string; problem: string; remedy: string }[] =>
  canary.isForced
    ? [
        {
          gate: 'promotion-rules',
          app: listCanaryApps(canary)[0] ?? '',
          problem: `the canary of ${formatCanaryApps(canary)}, which began with change ${canary.start}, was forced against findings`,
          remedy: 'halt it, or force each step to more visitors',
        },
      ]
    : [];
