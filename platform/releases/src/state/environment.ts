import * as v from 'valibot';
import type { Permission } from '../change-model/permissions';
import { integer } from '../change-model/value-schemas';
import type { LinkTemplates } from '../release/release-source';
import type { TrustedKeys } from '../signing/signed-document';
import type { ReleaseStore } from '../store/release-store';
import { settingsObject } from '../store/schemas';
import type { Canary } from './canary';
import type { PinnedComposition } from './composition';
import { environmentNamePattern, environmentNameRule } from './environment-name';
import { Freeze } from './freezes';
import type { Head } from './head';
import type { ChangeRequest, Signer } from './signer';

/** A deployment environment of a release store, with the keys to read and change it. */
export interface Environment {
  store: ReleaseStore;
  name: string;
  trusted: TrustedKeys;
  /** Needed to change the environment and to create links. A gateway has none. */
  signer?: Signer;
  /** Throws when the release policy does not allow the request. Absent: everything is allowed. @see platform/releases/src/policy */
  authorize?: (request: PermissionRequest) => void;
  /** Checks what `authorize` has allowed once more, after the gates: permissions may have ended while they ran. */
  reauthorize?: () => Promise<void>;
  /** Reads the rules of the release policy, which may have changed since the last call. Absent: everything is allowed. */
  loadRules?: () => Promise<PolicyRules | undefined>;
}

/**
 * A value of Prometheus above which the monitor halts canaries. A query with `$app` or `$version` is asked for each release of a
 * canary and halts that canary; another one halts every canary of the environment.
 */
const HaltLimit = settingsObject({
  query: v.pipe(v.string(), v.minLength(1, 'give a query'), v.maxLength(1000)),
  above: v.pipe(v.number('give a number'), v.finite('give a number')),
});
export type HaltLimit = v.InferOutput<typeof HaltLimit>;

/** Rules of the release policy for one environment. */
export const EnvironmentRules = v.pipe(
  settingsObject({
    /** Environment in which a release must have been live before it comes here. */
    after: v.exactOptional(v.pipe(v.string(), v.regex(environmentNamePattern, environmentNameRule))),
    /** Minutes for which every visitor must have had it there. */
    liveMinutes: v.exactOptional(integer(0, 365 * 24 * 60)),
    /** Further people who must approve a promotion, a rollout or a completion, by app. `*`: apps that are not listed. */
    approvals: v.exactOptional(v.record(v.string(), integer(0, 10))),
    freezes: v.exactOptional(v.array(Freeze)),
    /**
     * Visits that must be measured at a share of a canary before a stage raises it. 0: the time alone decides. Absent: as many as
     * a verdict needs.
     */
    stageVisits: v.exactOptional(integer(0, 1_000_000)),
    halts: v.exactOptional(v.pipe(v.array(HaltLimit), v.maxLength(20, 'give 20 at most'))),
  }),
  v.check(
    ({ after, liveMinutes }) => after !== undefined || liveMinutes === undefined,
    'liveMinutes needs after: name the environment',
  ),
);

/** What the release policy requires of changes of an environment. */
export interface PolicyRules extends v.InferOutput<typeof EnvironmentRules> {
  /** Addresses of the pages of commits and pipelines. Absent: those of the repository that a release names. */
  links?: LinkTemplates;
  /** Apps that may fill a slot or add links to it, in the order in which they must appear. Every app may fill a slot that is not listed. */
  slots: Readonly<Record<string, readonly string[]>>;
  /** Origins of the backends that an app may have. An app that is not listed may have none. */
  connect: Readonly<Record<string, readonly string[]>>;
}

/** An action on apps of an environment that a person requests. The app `*` is the environment as a whole. */
export interface PermissionRequest {
  action: Permission;
  /** Null: the permission for one app is enough. */
  apps: readonly string[] | null;
  state: LiveState | null;
}

/** The author of a change, and the job of the release service that made it: a request that was approved, or a schedule. */
export type Author = ChangeRequest['author'];

export interface RunningCanary extends Omit<Canary, 'composition'> {
  composition: PinnedComposition;
}

export interface LiveState {
  head: Head;
  live: PinnedComposition;
  /** In the sequence of HEAD: oldest first. */
  canaries: RunningCanary[];
}
