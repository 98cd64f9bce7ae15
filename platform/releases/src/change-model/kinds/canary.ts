import * as v from 'valibot';
import { defineKind, findCanaryApps } from '../define-kind';
import { canaryId, common, isForced } from '../fields';
import { integer } from '../value-schemas';
import { formatCanaryName, formatReleases, formatThen } from '../words';

/* Steps of a running canary. */

const fields = { ...common, canary: canaryId };

const rollout = defineKind({
  schema: v.strictObject({
    kind: v.literal('rollout'),
    ...fields,
    share: v.union([integer(1, 100), v.literal('complete')], 'give a share from 1 to 100, or complete'),
    isForced,
  }),
  actions: {
    rollout: {
      label: 'Rolled out',
      format: ({ canary }) =>
        `raised ${formatCanaryName(canary?.apps)}${canary?.share === undefined ? '' : ` to ${canary.share} % of the visitors`}${formatThen(canary?.stages)}`,
      isOfCanary: true,
      undoneBy: 'halt',
    },
    complete: {
      label: 'Canary completed',
      format: ({ canary }) => `completed ${formatCanaryName(canary?.apps)} for every visitor`,
      isOfCanary: true,
      undoneBy: 'rollback',
    },
  },
  permission: 'promote',
  listApps: findCanaryApps,
  waitsForPeople: true,
  waitsForTime: true,
  reason: ({ share }) => (share === 'complete' ? 'required' : 'optional'),
  summary: 'Raise the share of a canary, or complete it',
  command: 'rollout',
  examples: [
    'rollout 50 mf-catalog',
    'rollout continue mf-catalog',
    'rollout complete mf-catalog --reason "no new errors"',
  ],
  format: ({ share }, apps) =>
    share === 'complete'
      ? `Complete ${formatCanaryName(apps)} for every visitor`
      : `Raise ${formatCanaryName(apps)} to ${share} % of the visitors`,
});

const halt = defineKind({
  schema: v.strictObject({ kind: v.literal('halt'), ...fields }),
  actions: {
    halt: {
      label: 'Canary halted',
      format: ({ canary, ended = [] }) =>
        `halted ${ended.length > 0 ? `the canary of ${formatReleases(ended)}` : formatCanaryName(canary?.apps)}`,
      isOfCanary: true,
    },
  },
  permission: 'rollback',
  listApps: findCanaryApps,
  waitsForTime: true,
  reason: 'requested',
  summary: 'Halt a canary',
  command: 'rollout halt',
  examples: ['rollout halt mf-catalog --reason "prices are missing"'],
  format: (_, apps) => `Halt ${formatCanaryName(apps)}`,
});

const pause = defineKind({
  schema: v.strictObject({ kind: v.literal('pause'), ...fields }),
  actions: {
    pause: {
      label: 'Stages paused',
      format: ({ canary }) => `paused the stages of ${formatCanaryName(canary?.apps)}`,
      isOfCanary: true,
      undoneBy: 'resume',
    },
  },
  permission: 'promote',
  listApps: findCanaryApps,
  reason: 'required',
  summary: 'Pause the stages of a canary',
  command: 'rollout pause',
  examples: ['rollout pause mf-catalog --reason "wait for the sale"'],
  format: (_, apps) => `Pause the stages of ${formatCanaryName(apps)}`,
});

const resume = defineKind({
  schema: v.strictObject({ kind: v.literal('resume'), ...fields }),
  actions: {
    resume: {
      label: 'Stages resumed',
      format: ({ canary }) => `resumed the stages of ${formatCanaryName(canary?.apps)}`,
      isOfCanary: true,
      undoneBy: 'pause',
    },
  },
  permission: 'promote',
  listApps: findCanaryApps,
  reason: 'optional',
  summary: 'Resume the stages of a canary',
  command: 'rollout resume',
  examples: ['rollout resume mf-catalog'],
  format: (_, apps) => `Resume the stages of ${formatCanaryName(apps)}`,
});

export const canaryKinds = { rollout, halt, pause, resume };
