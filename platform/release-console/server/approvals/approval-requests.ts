import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AppChange, CanaryAudience, Finding, ReleaseId } from '../../api/responses';
import { HttpError } from '../routes/http-errors';

/** Milliseconds until a request expires. */
const requestLifetime = 24 * 60 * 60 * 1000;
const maxRequests = 50;

/** A promotion that overrides the gates, with the exact releases. */
interface ForcedPromotion {
  kind: 'promote';
  releases: ReleaseId[];
  removedApps: string[];
  removedPaths: string[];
  /** Null for every visitor at once. */
  canary: CanaryAudience | null;
}

/** A rollout step that overrides the gates. It applies to one canary only. */
interface ForcedRollout {
  kind: 'rollout';
  /** Id of the canary. */
  canary: string;
  apps: string[];
  share: number | 'complete';
}

/** A forced change that waits for the approval of a second person. */
export interface ApprovalRequest {
  id: string;
  env: string;
  /** The author, who cannot be the second person. */
  by: string;
  /** ISO date and time. */
  requestedAt: string;
  reason: string;
  change: ForcedPromotion | ForcedRollout;
  /** Apps that both people must be allowed to force. */
  apps: string[];
  changes: AppChange[];
  /** Findings that the change overrides. Other findings are not approved. */
  findings: Finding[];
}

/** The open approval requests. They live in memory: after a restart the author requests again. */
export interface ApprovalRequests {
  list: () => ApprovalRequest[];
  /** @throws {HttpError} 409 when too many requests are open. */
  add: (request: Omit<ApprovalRequest, 'id' | 'requestedAt'>) => ApprovalRequest;
  /** Removes a request for a decision, so that two people cannot decide on it. @throws {HttpError} 404 when it is not open. */
  take: (id: string) => ApprovalRequest;
  /** Adds a request again after a failed decision. */
  restore: (request: ApprovalRequest) => void;
}

/** Creates an empty list of approval requests. */
export function createApprovalRequests(): ApprovalRequests {
  const requests = new LRUCache<string, ApprovalRequest>({ max: maxRequests, ttl: requestLifetime });
  const store = (request: ApprovalRequest) => {
    const ttl = Date.parse(request.requestedAt) + requestLifetime - Date.now();
    if (ttl > 0) requests.set(request.id, request, { ttl });
  };
  return {
    // The cache iterates from the newest to the oldest request.
    list: () => [...requests.values()].reverse(),
    add: (request) => {
      requests.purgeStale();
      // The cache would evict the oldest request without a message to its author.
      if (requests.size >= maxRequests) {
        throw new HttpError(409, 'Too many approval requests are open: decide on some of them first.');
      }
      const added = { ...request, id: randomUUID(), requestedAt: new Date().toISOString() };
      store(added);
      return added;
    },
    take: (id) => {
      const request = requests.get(id);
      if (!request) throw new HttpError(404, 'This request is closed: a person decided on it, or it has expired.');
      requests.delete(id);
      return request;
    },
    restore: store,
  };
}
