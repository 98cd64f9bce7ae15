import { formatCommit } from '../change-model/words';
import type { AppSource, ReleaseSource } from '../release/release-source';
import type { AppChange } from '../state/composition';

/** What webhooks receive about changes that wait for people or for a time, and about the policy. */
export const requestEvents = [
  'requested',
  'asked',
  'commented',
  'approved',
  'rejected',
  'expired',
  'schedule-failed',
  'policy',
] as const;
export type RequestEventName = (typeof requestEvents)[number];

/** Versions of an app before and after. Null for an app that is not there. */
export interface VersionChange {
  app: string;
  before: string | null;
  after: string | null;
  /** What the new version was built from. Absent: nothing is known of it. */
  source?: ReleaseSource;
}

/**
 * The body of a webhook about an approval request, a schedule that failed, or a new version of the policy. No entry of the
 * audit log is behind it.
 */
export interface RequestEvent {
  /** Identifies the event. Every attempt to deliver it has the same id. */
  id: string;
  /** `*` for the policy, which belongs to all environments. */
  environment: string;
  event: RequestEventName;
  /** Id of the approval request. Null for a schedule, and for a policy that was imported from a file. */
  request: string | null;
  /** What happened, after the name: `requested approval: Promote mf-a 1.1.0 to every visitor`. */
  text: string;
  changes: VersionChange[];
  /** The request or the schedules in the console, or the policy. */
  url: string;
  at: string;
  /** Who requested, approved or rejected it; the author of a request that expired, or of a schedule. */
  by: string;
  /** The reason of the request, or why the schedule failed. */
  reason: string;
  isForced: boolean;
}

/** Leaves the digests out, and adds what the new versions were built from. */
export const toVersionChanges = (changes: readonly AppChange[], sources: readonly AppSource[] = []): VersionChange[] =>
  changes.map(({ app, before, after }) => {
    const versions = { app, before: before?.version ?? null, after: after?.version ?? null };
    const found = sources.find((candidate) => candidate.app === app);
    if (!found) return versions;
    const { app: _, version: __, ...source } = found;
    return { ...versions, source };
  });

/**
 * Formats what the new versions of a change were built from, one line each: `mf-a 1.1.0: commit c0ffee1, pipeline 812`.
 *
 * @param link  Formats a text with its address.
 */
export const formatSources = (
  changes: readonly VersionChange[],
  link: (text: string, url: string | undefined) => string,
): string[] =>
  changes.flatMap(({ app, after, source }) => {
    if (!source) return [];
    const { commit, commitUrl, pipeline, pipelineUrl } = source;
    const parts = [
      ...(commit ? [link(`commit ${formatCommit(commit)}`, commitUrl)] : []),
      ...(pipeline ? [link(`pipeline ${pipeline}`, pipelineUrl)] : []),
    ];
    return parts.length > 0 ? [`${app} ${after}: ${parts.join(', ')}`] : [];
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
