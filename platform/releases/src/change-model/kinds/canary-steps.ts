import * as v from 'valibot';
import { defineKind, findCanaryApps } from '../define-kind';
import { canaryId, common } from '../fields';
import { formatCanaryOf } from '../words';

/* Steps of a running canary that bring it to no further visitor. */

const fields = { ...common, canary: canaryId };

export const halt = defineKind({
  schema: v.strictObject({ kind: v.literal('halt'), ...fields }),
  actions: {
    halt: {
      label: 'Canary halted',
      format: ({ canary }) => `halted ${formatCanaryOf(canary?.apps)}`,
      isOfCanary: true,
    },
  },
  permission: 'rollback',
  listApps: findCanaryApps,
  waitsForPeople: false,
  waitsForTime: true,
  reason: 'requested',
  summary: 'Halt a canary',
  command: 'rollout halt',
  examples: ['rollout halt mf-catalog --reason "prices are missing"'],
  format: (_, apps) => `Halt ${formatCanaryOf(apps)}`,
});

export const pause = defineKind({
  schema: v.strictObject({ kind: v.literal('pause'), ...fields }),
  actions: {
    pause: {
      label: 'Stages paused',
      format: ({ canary }) => `paused the stages of ${formatCanaryOf(canary?.apps)}`,
      isOfCanary: true,
      undoneBy: 'resume',
    },
  },
  permission: 'promote',
  listApps: findCanaryApps,
  waitsForPeople: false,
  waitsForTime: false,
  reason: 'required',
  summary: 'Pause the stages of a canary',
  command: 'rollout pause',
  examples: ['rollout pause mf-catalog --reason "wait for the sale"'],
  format: (_, apps) => `Pause the stages of ${formatCanaryOf(apps)}`,
});

export const resume = defineKind({
  schema: v.strictObject({ kind: v.literal('resume'), ...fields }),
  actions: {
    resume: {
      label: 'Stages resumed',
      format: ({ canary }) => `resumed the stages of ${formatCanaryOf(canary?.apps)}`,
      isOfCanary: true,
      undoneBy: 'halt',
    },
  },
  permission: 'promote',
  listApps: findCanaryApps,
  waitsForPeople: false,
  waitsForTime: false,
  reason: 'optional',
  summary: 'Resume the stages of a canary',
  command: 'rollout resume',
  examples: ['rollout resume mf-catalog'],
  format: (_, apps) => `Resume the stages of ${formatCanaryOf(apps)}`,
});
