import type { AppChange } from '../state/composition';

/** What webhooks receive about changes that wait for people, and about the policy. */
export const requestEvents = ['requested', 'asked', 'commented', 'approved', 'rejected', 'expired', 'policy'] as const;
export type RequestEventName = (typeof requestEvents)[number];

/** Versions of an app before and after. Null for an app that is not there. */
export interface VersionChange {
  app: string;
  before: string | null;
  after: string | null;
}

/** The body of a webhook about an approval request, or about a new version of the policy. No entry of the audit log is behind it. */
export interface RequestEvent {
  /** Identifies the event. Every attempt to deliver it has the same id. */
  id: string;
  /** `*` for the policy, which belongs to all environments. */
  environment: string;
  event: RequestEventName;
  /** Id of the approval request. Null for a policy that was imported from a file. */
  request: string | null;
  /** What happened, after the name: `requested approval: Promote mf-a 1.1.0 to every visitor`. */
  text: string;
  changes: VersionChange[];
  /** The request in the console, or the policy. */
  url: string;
  at: string;
  /** Who requested, approved or rejected it; the author of a request that expired. */
  by: string;
  /** The reason of the request. */
  reason: string;
  isForced: boolean;
}

/** Leaves the digests out. */
export const toVersionChange = ({ app, before, after }: AppChange): VersionChange => ({
  app,
  before: before?.version ?? null,
  after: after?.version ?? null,
});

/** Formats the versions of an app before and after: `mf-a 1.0.0 → 1.1.0`. */
export const formatVersions = ({ app, before, after }: VersionChange): string =>
  `${app} ${before ?? 'new'} → ${after ?? 'removed'}`;

/** Formats a request for a chat: `production: asha requested approval: Promote mf-a 1.1.0 to every visitor (mf-a 1.0.0 → 1.1.0). Reason: sale`. */
export function formatRequest({ environment, by, text, changes, isForced, reason }: RequestEvent): string {
  return [
    `${environment === '*' ? 'all environments' : environment}: ${by} ${text}`,
    ...(changes.length > 0 ? [` (${changes.map(formatVersions).join(', ')})`] : []),
    ...(isForced ? [', against the gates'] : []),
    ...(reason ? [`. Reason: ${reason}`] : []),
  ].join('');
}
