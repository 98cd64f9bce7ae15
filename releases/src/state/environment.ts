import type { SigningKey, TrustedKeys } from '../signing/signed-document';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedComposition } from './composition';
import type { Head } from './head';

/** An environment of a release store, and the keys to read and change it. */
export interface Environment {
  store: ReleaseStore;
  name: string;
  trusted: TrustedKeys;
  /** Needed to change it; a gateway has none. */
  signingKey?: SigningKey;
  /** Refuses, with a sentence, what whoever acts may not do; left out, everything is allowed. @see releases/src/policy */
  authorize?: (asked: PermissionRequest) => void;
}

/** What somebody wants to do to apps of an environment; `*` stands for the environment as a whole. */
export interface PermissionRequest {
  action: 'promote' | 'rollback' | 'lock' | 'force';
  apps: readonly string[];
  /** What is live while they ask. */
  state: LiveState | null;
}

/** Who changes something, and why; it goes into the log. */
export interface Author {
  by: string;
  reason: string;
}

/** What is live, read whole. */
export interface LiveState {
  head: Head;
  live: PinnedComposition;
  canary: PinnedComposition | null;
}
