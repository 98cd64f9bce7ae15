import { randomUUID } from 'node:crypto';
import { findActor, hasPermission } from '@shop/releases/policy/policy';
import { LRUCache } from 'lru-cache';
import { HttpError } from '../../api/requests';
import type { AppChange, ApprovalView, CanaryAudience, Finding, ReleaseId } from '../../api/responses';
import type { Session } from '../session/sessions';

/** Milliseconds until a request expires. */
const requestLifetime = 24 * 60 * 60 * 1000;
const maxRequests = 50;

/** A change that can override the gates. */
export type GatedChange =
  | {
      kind: 'promote';
      releases: ReleaseId[];
      removedApps: string[];
      /** Live paths that may lose their owner. */
      removedPaths: string[];
      /** Null for every visitor at once. */
      canary: CanaryAudience | null;
    }
  | {
      kind: 'rollout';
      /** Id of the canary. It may be absent while one canary is running. */
      canary?: string | undefined;
      share: number | 'complete';
    };

/** A forced change that waits for the approval of a second person. It names the exact releases or the canary. */
export interface ApprovalRequest {
  id: string;
  env: string;
  /** The author, who cannot be the second person. */
  by: string;
  /** ISO date and time. */
  requestedAt: string;
  reason: string;
  change: GatedChange;
  /** Apps that both people must be allowed to force. */
  apps: string[];
  changes: AppChange[];
  /** Findings that the change overrides. Other findings are not approved. */
  findings: Finding[];
}

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;

/** Creates an empty list of approval requests. They live in memory: after a restart the author requests again. */
export function createApprovalRequests() {
  const requests = new LRUCache<string, ApprovalRequest>({ max: maxRequests, ttl: requestLifetime });
  /** Adds a request, or adds it again after a failed decision. */
  const store = (request: ApprovalRequest): void => {
    const ttl = Date.parse(request.requestedAt) + requestLifetime - Date.now();
    if (ttl > 0) requests.set(request.id, request, { ttl });
  };
  return {
    // The cache iterates from the newest to the oldest request.
    list: (): ApprovalRequest[] => [...requests.values()].reverse(),
    /** @throws {HttpError} 409 when too many requests are open. */
    add: (request: Omit<ApprovalRequest, 'id' | 'requestedAt'>): ApprovalRequest => {
      requests.purgeStale();
      // The cache would evict the oldest request without a message to its author.
      if (requests.size >= maxRequests) {
        throw new HttpError(409, 'Too many approval requests are open: decide on some of them first.');
      }
      const added = { ...request, id: randomUUID(), requestedAt: new Date().toISOString() };
      store(added);
      return added;
    },
    /** Removes a request for a decision, so that two people cannot decide on it. @throws {HttpError} 404 when it is not open. */
    take: (id: string): ApprovalRequest => {
      const request = requests.get(id);
      if (!request) throw new HttpError(404, 'This request is closed: a person decided on it, or it has expired.');
      requests.delete(id);
      return request;
    },
    restore: store,
  };
}

/** Converts an approval request for the person of a session. */
export function toApprovalView(request: ApprovalRequest, { person, policy }: Session): ApprovalView {
  const { id, env, by, requestedAt, reason, changes, findings, apps, change } = request;
  const mayApprove =
    policy !== null &&
    person !== by &&
    apps.every((app) => hasPermission(policy, findActor(policy, person), 'force', app, env));
  const shown: ApprovalView['change'] =
    change.kind === 'promote'
      ? { kind: change.kind, canary: change.canary }
      : { kind: change.kind, apps, share: change.share };
  return { id, env, by, requestedAt, reason, changes, findings, change: shown, mayApprove };
}
