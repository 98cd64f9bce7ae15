import type { TrustedKeys } from '../signing/signed-document';
import type { ReleaseStore } from '../store/release-store';
import type { Canary, CanaryPair } from './canary';
import type { PinnedComposition } from './composition';
import type { Freeze } from './freezes';
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
  /** Apps that may fill a slot or add links to it, in the order in which they must appear. Every app may fill a slot that is not listed. */
  slots: Readonly<Record<string, readonly string[]>>;
  /** Origins of the backends that an app may have. An app that is not listed may have none. */
  connect: Readonly<Record<string, readonly string[]>>;
}

/** What a role of the release policy may allow. `policy` is to propose and approve a change of the policy itself. */
export const permissions = ['promote', 'rollback', 'lock', 'force', 'policy'] as const;
export type Permission = (typeof permissions)[number];

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
}

export interface RunningCanary extends Omit<Canary, 'composition'> {
  composition: PinnedComposition;
}

export interface LiveState {
  head: Head;
  live: PinnedComposition;
  /** In the sequence of HEAD: oldest first. */
  canaries: RunningCanary[];
  pairs: (Omit<CanaryPair, 'composition'> & { composition: PinnedComposition })[];
}

/** Names of environments. They are folders of the release store and parts of URLs. */
export const environmentNamePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** States the rule, as the end of a message. */
export const environmentNameRule =
  'give the name of an environment, such as production: up to 63 lower-case letters, digits and hyphens';

/** Parses the name of an environment. @throws When the text is not a name of an environment. */
export function parseEnvironmentName(text: string, what: string): string {
  if (environmentNamePattern.test(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: ${environmentNameRule}.`);
}
