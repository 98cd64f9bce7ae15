import * as v from 'valibot';
import { defineKind } from '../define-kind';
import { app, common } from '../fields';
import { integer } from '../value-schemas';
import { formatReleases } from '../words';

export const rollback = defineKind({
  schema: v.strictObject({
    kind: v.literal('rollback'),
    ...common,
    /** Restores the composition after this change. Default: the composition before the live one. */
    to: v.exactOptional(integer(1, Number.MAX_SAFE_INTEGER)),
    /** Rolls back this app only. */
    app: v.exactOptional(app),
  }),
  actions: {
    rollback: {
      label: 'Rolled back',
      format: ({ changes }) => `rolled back to ${formatReleases(changes) || 'an earlier composition'}`,
      undoneBy: 'rollback',
    },
  },
  permission: 'rollback',
  listApps: (change) => (change.app === undefined ? null : [change.app]),
  waitsForTime: true,
  reason: 'requested',
  summary: 'Roll back to an earlier composition, or one app to its earlier release',
  command: 'rollback',
  examples: ['rollback --reason "cards broke"', 'rollback mf-catalog', 'rollback --to 12'],
  format: (change) =>
    change.app === undefined && change.to !== undefined
      ? `Roll back to change ${change.to}`
      : `Roll back ${change.app ?? 'every app'}${change.to === undefined ? '' : ` to change ${change.to}`}`,
});
