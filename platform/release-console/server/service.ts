import type { Environment } from '@shop/releases/state/environment';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import { createShutdownState } from '@shop/server-runtime/graceful-shutdown';
import type { IdentityProvider } from './auth/identity-provider';
import { createSessions } from './auth/sessions';
import { createTokens } from './auth/tokens';
import { createApprovalRequests } from './changes/approval-requests';
import type { CreateGates } from './changes/gated-changes';
import { createLeases } from './changes/leases';
import type { ServiceDatabase } from './database/database';
import { createChangeIndex } from './log-index/change-index';
import { createReleaseIndex } from './log-index/release-index';
import type { PolicyVersions } from './policy/policy-versions';
import { createSchedules } from './schedules/schedules';
import { createRequestOutbox } from './webhooks/request-outbox';

export interface ServiceOptions {
  db: ServiceDatabase;
  store: ReleaseStore;
  /** Opens an environment with its signer. */
  openEnvironment: (name: string) => Promise<Environment>;
  createGates: CreateGates;
  policies: PolicyVersions;
  /** Null: the sign-in page asks who a person is. Only for a service that listens on loopback. */
  identityProvider: IdentityProvider | null;
  /**
   * Proves that a command line may read the files of this service's user. It acts for the person that it names. Null: only people who
   * have signed in and tokens act.
   */
  localSecret?: string | null;
  /** Receivers of changes and of requests. */
  webhooks: readonly Webhook[];
  /** Address of the shop, for preview links. */
  shopUrl: string;
  /** Address of this service as people type it, without a slash at its end. */
  publicUrl: string;
  /** Proxies in front, whose `X-Forwarded-For` names the client for the limits. Default: none. */
  trustedProxies?: readonly string[];
  /** Clock for the ends of sessions, tokens, requests and leases, in milliseconds since 1970. */
  now?: () => number;
}

/** What routes and schedules share. */
export type Service = ReturnType<typeof createService>;

/** Creates the stores of a service on its database. */
export function createService(options: ServiceOptions) {
  const { db, store, webhooks, publicUrl, now } = options;
  const outbox = createRequestOutbox(db, webhooks, publicUrl, now);
  return {
    ...options,
    /** Events about requests, for webhooks. */
    outbox,
    sessions: createSessions(db, now),
    tokens: createTokens(db, now),
    approvals: createApprovalRequests(db, store, outbox, now),
    schedules: createSchedules(db, outbox, now),
    changes: createChangeIndex(db, store),
    releases: createReleaseIndex(db, store),
    /** Leases of this instance. */
    leases: createLeases(),
    shutdown: createShutdownState(),
  };
}
