import type { Canary, CanaryPair } from '../canaries/canary';
import type { Signer } from '../signer/signer';
import type { TrustedKeys } from '../signing/signed-document';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedComposition } from './composition';
import type { Head } from './head';

/** A deployment environment of a release store, with the keys to read and change it. */
export interface Environment {
  store: ReleaseStore;
  name: string;
  trusted: TrustedKeys;
  /** Needed to change the environment and to create links. A gateway has none. */
  signer?: Signer;
  /** Throws when the release policy does not allow the request. Absent: everything is allowed. @see platform/releases/src/policy */
  authorize?: (request: PermissionRequest) => void;
  /** What the release policy allows apps. Absent: everything. */
  appRules?: AppRules;
}

/** What a release policy allows apps. */
export interface AppRules {
  /** Apps that may fill a slot or add links to it, in the order in which they must appear. Every app may fill a slot that is not listed. */
  slots: Readonly<Record<string, readonly string[]>>;
  /** Origins of the backends that an app may have. An app that is not listed may have none. */
  connect: Readonly<Record<string, readonly string[]>>;
}

/** An action on apps of an environment that a person requests. The app `*` is the environment as a whole. */
export interface PermissionRequest {
  action: 'promote' | 'rollback' | 'lock' | 'force';
  apps: readonly string[];
  /** Live state at the time of the request. */
  state: LiveState | null;
}

/** Who changes something, and why. The audit log records both. */
export interface Author {
  by: string;
  reason: string;
}

/** A running canary, with the live composition that it changes. */
export interface RunningCanary extends Omit<Canary, 'composition'> {
  composition: PinnedComposition;
}

/** HEAD of an environment, with its compositions. */
export interface LiveState {
  head: Head;
  live: PinnedComposition;
  /** In the sequence of HEAD: oldest first. */
  canaries: RunningCanary[];
  pairs: (Omit<CanaryPair, 'composition'> & { composition: PinnedComposition })[];
}
