import * as v from 'valibot';
import { defineKind, findCanaryApps } from '../define-kind';
import { canaryId, common, integer, isForced } from '../fields';
import { formatCanaryOf } from '../words';

export const rollout = defineKind({
  schema: v.strictObject({
    kind: v.literal('rollout'),
    ...common,
    canary: canaryId,
    share: v.union([integer(1, 100), v.literal('complete')], 'give a share from 1 to 100, or complete'),
    isForced,
  }),
  actions: {
    rollout: {
      label: 'Rolled out',
      format: ({ canary }) =>
        `raised ${formatCanaryOf(canary?.apps)}${canary?.share === undefined ? '' : ` to ${canary.share} % of the visitors`}`,
      isOfCanary: true,
      undoneBy: 'halt',
    },
    complete: {
      label: 'Canary completed',
      format: ({ canary }) => `completed ${formatCanaryOf(canary?.apps)} for every visitor`,
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
  examples: ['rollout 50 mf-catalog', 'rollout complete mf-catalog --reason "no new errors"'],
  format: ({ share }, apps) =>
    share === 'complete'
      ? `Complete ${formatCanaryOf(apps)} for every visitor`
      : `Raise ${formatCanaryOf(apps)} to ${share} % of the visitors`,
});
