import * as v from 'valibot';
import { ReleaseId } from '../release/release';
import { Canary, Stage } from './canary';

/**
 * A change that can override the gates, and that may need approvals. A request for approvals stores it, an approver sees it, and it is
 * made, as one object.
 */
export const GatedChange = v.variant('kind', [
  v.object({
    kind: v.literal('promote'),
    releases: v.array(ReleaseId),
    removedApps: v.array(v.string()),
    /** Live paths that may lose their owner. */
    removedPaths: v.array(v.string()),
    /** Null for every visitor at once. */
    canary: v.nullable(v.pick(Canary, ['share', 'staff', 'regions', 'groups'])),
    /** Shares to which the canary rises later. */
    stages: v.optional(v.array(Stage)),
  }),
  v.object({
    kind: v.literal('rollout'),
    canary: v.optional(v.string()),
    share: v.union([v.number(), v.literal('complete')]),
  }),
]);
export type GatedChange = v.InferOutput<typeof GatedChange>;
