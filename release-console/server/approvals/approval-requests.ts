import { randomUUID } from 'node:crypto';
import type { AppChange, CanaryAudience, Finding, ReleaseId } from '../../api/responses';
import { Refusal } from '../routes/http-errors';

/** Milliseconds that a request waits for a second person. */
const patience = 24 * 60 * 60 * 1000;
/** Requests that wait at once. */
const mostWaiting = 50;

/** A promotion against the gates, to the byte what is approved. */
interface ForcedPromotion {
  kind: 'promote';
  releases: ReleaseId[];
  removedApps: string[];
  removedPaths: string[];
  /** Null for everybody at once. */
  canary: CanaryAudience | null;
}

/** A step against the gates of one rollout, and of no other that runs later. */
interface ForcedRollout {
  kind: 'rollout';
  /** The `seq` of the canary's composition. */
  composition: number;
  share: number | 'complete';
}

/** A forced change that waits for a second person. */
export interface ApprovalRequest {
  id: string;
  env: string;
  /** Who asks; they cannot be the second person. */
  by: string;
  askedAt: string;
  reason: string;
  asked: ForcedPromotion | ForcedRollout;
  /** What both must be allowed to force. */
  apps: string[];
  changes: AppChange[];
  /** What they force their way past. More than this is not approved. */
  findings: Finding[];
}

/** Requests that wait, in memory: one that a restart loses is asked again. */
export interface Approvals {
  list: () => ApprovalRequest[];
  add: (asked: Omit<ApprovalRequest, 'id' | 'askedAt'>) => ApprovalRequest;
  /** Takes a request out to decide on it, so that two people cannot both. @throws {Refusal} When it does not wait any more. */
  take: (id: string) => ApprovalRequest;
  /** Puts one back that could not be carried out. */
  putBack: (request: ApprovalRequest) => void;
}

/** @param now Unix milliseconds. */
export function createApprovals(now: () => number = Date.now): Approvals {
  const waiting = new Map<string, ApprovalRequest>();
  const forgetOld = () => {
    for (const [id, { askedAt }] of waiting) if (Date.parse(askedAt) + patience < now()) waiting.delete(id);
  };
  return {
    list: () => {
      forgetOld();
      return [...waiting.values()];
    },
    add: (asked) => {
      forgetOld();
      if (waiting.size >= mostWaiting) throw new Refusal(409, 'Too many requests wait: decide on some of them first.');
      const request = { ...asked, id: randomUUID(), askedAt: new Date(now()).toISOString() };
      waiting.set(request.id, request);
      return request;
    },
    take: (id) => {
      forgetOld();
      const request = waiting.get(id);
      if (!request) throw new Refusal(404, 'That request waits no more: somebody decided on it, or it is too old.');
      waiting.delete(id);
      return request;
    },
    putBack: (request) => void waiting.set(request.id, request),
  };
}
