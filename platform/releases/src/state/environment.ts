import type { Permission } from '../change-model/permissions';
import type { LinkTemplates } from '../release/release-source';
import type { TrustedKeys } from '../signing/signed-document';
import type { ReleaseStore } from '../store/release-store';
import type { Canary } from './canary';
import type { PinnedComposition } from './composition';
import type { Freeze } from './freezes';
import type { HaltLimit } from './halt-limits';
import type { Head } from './head';
import type { Signer } from './signer';

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

/** What the release policy requires of changes of an environment. */
export interface PolicyRules {
  /** Environment in which a release must have been live before it comes here. */
  after?: string;
  /** Minutes for which every visitor must have had it there. */
  liveMinutes?: number;
  freezes?: readonly Freeze[];
  /** Visits that must be measured at a share of a canary before a stage raises it. Absent: as many as a verdict needs. */
  stageVisits?: number;
  /** Values of Prometheus above which the monitor of the release service halts canaries. */
  halts?: readonly HaltLimit[];
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

export interface Author {
  by: string;
  reason: string;
  /** Id of the job of the release service that made the change: a request that was approved, or a schedule. */
  job?: string;
}

export interface RunningCanary extends Omit<Canary, 'composition'> {
  composition: PinnedComposition;
}

export interface LiveState {
  head: Head;
  live: PinnedComposition;
  /** In the sequence of HEAD: oldest first. */
  canaries: RunningCanary[];
}
