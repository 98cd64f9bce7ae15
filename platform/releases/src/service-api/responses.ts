import * as v from 'valibot';
import { MetricsReport } from '../canary-analysis/metrics-report';
import { VersionHistory } from '../canary-analysis/version-metrics';
import { Change, kinds, mapKinds } from '../change-model/changes';
import { permissions } from '../change-model/permissions';
import { ErrorGroup } from '../error-reports/error-groups';
import { AppDescription } from '../history/describe-change';
import { endedFields, HaltNotice } from '../history/halt-notices';
import { ScreenComparison } from '../history/screenshots';
import { StateAt } from '../history/state-at';
import { IncidentReport } from '../incident/incident-report';
import { NeededApproval, Policy, TokenScope } from '../policy/policy';
import { ReleaseId } from '../release/release';
import { AppSource, ReleaseSource } from '../release/release-source';
import { AuditLogEntry, canaryName, Finding, HaltedCanary, Locks } from '../state/audit-log';
import { Canary, RolloutPlan, Stage } from '../state/canary';
import { AppChange, Apps } from '../state/composition';
import { Count, TextOrNull, UnixMs } from '../store/schemas';
import { ScheduledAction } from './requests';

export type { ResolvedFrame } from '../error-reports/resolve-stack';
export type { ContractDifference } from '../history/describe-change';
export type { ScreenDifference } from '../history/screenshots';
export type { IncidentChange, Undo } from '../incident/incident-report';
export type {
  AppChange,
  AppDescription,
  AppSource,
  ErrorGroup,
  Finding,
  IncidentReport,
  MetricsReport,
  NeededApproval,
  Policy,
  ReleaseId,
  ReleaseSource,
  StateAt,
  VersionHistory,
};

const isoTime = v.pipe(v.string(), v.isoTimestamp());

const canaryAudience = v.pick(Canary, ['share', 'staff', 'regions', 'groups']);

/** The fields of an audit-log entry that the page shows. */
const ChangeNote = v.pick(AuditLogEntry, ['seq', 'at', 'by', 'action', 'reason']);
export type ChangeNote = v.InferOutput<typeof ChangeNote>;

/** The person who is signed in. */
const SessionView = v.object({ person: v.string() });
export type SessionView = v.InferOutput<typeof SessionView>;

const LiveApp = v.object({
  ...ReleaseId.entries,
  ...ReleaseSource.entries,
  /** Whether its release.json is missing or was altered: promote another version, or roll back. */
  isDamaged: v.boolean(),
  /** The change that made it live. Null while the index of the audit log is built. */
  since: v.nullable(ChangeNote),
  /** Whether it was live with another version, or absent, before. True while the index is built. */
  hasEarlier: v.boolean(),
});
export type LiveApp = v.InferOutput<typeof LiveApp>;

/** The stages to which the service raises a canary. */
const PlanView = v.object({
  ...v.pick(RolloutPlan, ['stages', 'paused']).entries,
  /** Unix milliseconds of the next stage. */
  dueAt: UnixMs,
});
export type PlanView = v.InferOutput<typeof PlanView>;

const CanaryView = v.object({
  ...canaryAudience.entries,
  ...canaryName,
  changes: v.array(AppChange),
  /** The change that started it. */
  start: v.nullable(ChangeNote),
  /** Null without stages. */
  plan: v.nullable(PlanView),
});
export type CanaryView = v.InferOutput<typeof CanaryView>;

/** An environment with a live composition. */
const EnvironmentView = v.object({
  name: v.string(),
  /** Number of the newest change. */
  seq: Count,
  /** Identifies the live composition. A result of the gates on another one is outdated. */
  live: Count,
  composition: Apps,
  apps: v.array(LiveApp),
  /** Oldest first. */
  canaries: v.array(CanaryView),
  /** Canaries that somebody else ended in the last week, newest first. */
  notices: v.array(HaltNotice),
  /** Whether another composition was live before. True while the index is built. */
  hasEarlier: v.boolean(),
  locks: Locks,
  /** Freezes of this time. `app` is `*` for all apps. */
  frozen: v.array(v.object({ app: v.string(), description: v.string() })),
  metrics: v.nullable(MetricsReport),
  /** Actions that the signed-in person may perform, by app. `*` is the environment as a whole. */
  permissions: v.record(v.string(), v.array(v.picklist(permissions))),
});
export type EnvironmentView = v.InferOutput<typeof EnvironmentView>;

/** What waits for approvals: a change of an environment, or a new version of the policy. */
const ShownChange = v.variant('kind', [
  ...Change.options,
  v.object({ kind: v.literal('policy'), replaces: Count, policy: Policy }),
]);

/** A change that waits for approvals. */
const ApprovalView = v.object({
  id: v.string(),
  /** `*` for a change of the policy. */
  env: v.string(),
  by: v.string(),
  requestedAt: isoTime,
  reason: v.string(),
  changes: v.array(AppChange),
  /** What the new releases were built from. */
  sources: v.exactOptional(v.array(AppSource)),
  findings: v.array(Finding),
  /** The apps that it changes. None for the policy. */
  apps: v.array(v.string()),
  /** What is made after the approvals. */
  change: ShownChange,
  isForced: v.boolean(),
  /** People who have approved it so far. */
  approvedBy: v.array(v.string()),
  /** Approvals that it needs in all. */
  needs: v.array(NeededApproval),
  /** Approvals that are still missing, without the people who have approved it. */
  missing: v.array(NeededApproval),
  /** Whether the approval of the signed-in person counts. */
  mayApprove: v.boolean(),
  /** Whether nothing is missing after the approval of the signed-in person. */
  isLast: v.boolean(),
  /** Oldest first. */
  comments: v.array(v.object({ by: v.string(), at: isoTime, text: v.string() })),
  /** Whom the author asks to approve it: names of people, and `a member of team-catalog`. Others who may approve it can too. */
  reviewers: v.array(v.string()),
  /** Whether the approval of the signed-in person counts, and is asked for by name or by a group. */
  isAsked: v.boolean(),
});
export type ApprovalView = v.InferOutput<typeof ApprovalView>;

/** The state of all environments. */
const ConsoleState = v.object({
  /** Name of the person or machine that sent the request. */
  caller: v.string(),
  environments: v.array(EnvironmentView),
  /** Environments that cannot be read. */
  unreadable: v.array(v.object({ name: v.string(), problem: v.string() })),
  approvals: v.array(ApprovalView),
  /** ISO date and time of the newest publication that the list of releases contains; empty for none. */
  newestRelease: v.string(),
});
export type ConsoleState = v.InferOutput<typeof ConsoleState>;

const ReleaseView = v.object({
  ...ReleaseId.entries,
  ...ReleaseSource.entries,
  /** ISO date and time; empty when it is damaged. */
  publishedAt: v.string(),
  /** Whether its release.json is malformed: the gates reject it. */
  isDamaged: v.boolean(),
});
export type ReleaseView = v.InferOutput<typeof ReleaseView>;

/** Releases of an app, newest first. */
const AppReleases = v.object({ app: v.string(), releases: v.array(ReleaseView) });
export type AppReleases = v.InferOutput<typeof AppReleases>;

/** An entry of the audit log with the app changes that it caused. */
const HistoryEntry = v.object({
  ...ChangeNote.entries,
  isForced: v.boolean(),
  findings: v.array(Finding),
  composition: Apps,
  /** The canary that the change started, changed or ended. Null for other changes. */
  canary: v.nullable(
    v.object({
      ...v.partial(canaryAudience).entries,
      apps: v.array(v.string()),
      owner: v.string(),
      /** The stages to come after the change. */
      stages: v.exactOptional(v.array(Stage)),
    }),
  ),
  app: AuditLogEntry.entries.app,
  /** What the person did, after the name: `promoted mf-cart 2.1.0 to every visitor`. */
  text: v.string(),
  /** Canaries of other apps that ended with the change. */
  halted: v.array(v.object({ ...HaltedCanary.entries, ...endedFields })),
  /** Differences from the change before: of the live composition, or of the canary that started. */
  changes: v.array(AppChange),
  /** What the new releases of the changes were built from. */
  sources: v.exactOptional(v.array(AppSource)),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

const HistoryPage = v.object({
  entries: v.array(HistoryEntry),
  /** Value of `before` for the next page; null on the last page. */
  before: v.nullable(Count),
});
export type HistoryPage = v.InferOutput<typeof HistoryPage>;

/** What a change consists of, app by app, and the screens that look different. */
const ChangeDescription = v.object({
  apps: v.array(AppDescription),
  /** Null when the smoke test has taken no pictures of one of the compositions. */
  screens: v.nullable(ScreenComparison),
});
export type ChangeDescription = v.InferOutput<typeof ChangeDescription>;

/** Result of the gates for a composition that is not live. */
const CheckResult = v.object({
  /** Number of the newest change when the gates ran. */
  seq: Count,
  /** Identifies the live composition. 0: there is none. The result is outdated when another one is live. */
  live: Count,
  changes: v.array(AppChange),
  /** Findings that refuse the composition. */
  findings: v.array(Finding),
  /** Findings that do not refuse it, such as the use of an export whose removal is due. */
  warnings: v.array(Finding),
  /** A freeze that stops the change now, and does not refuse a later one. Null: there is none. */
  freeze: v.nullable(Finding),
  /** Approvals that the promotion needs. */
  approvals: v.array(NeededApproval),
  /** Approvals that it needs when it overrides findings. */
  forcedApprovals: v.array(NeededApproval),
});
export type CheckResult = v.InferOutput<typeof CheckResult>;

const Live = v.object({ kind: v.literal('live'), seq: Count });

const PendingResult = v.object({ kind: v.literal('pending'), approval: ApprovalView });

/** Result of a promotion or a step of a rollout: it is live, or it waits for the approval of a second person. */
const ChangeResult = v.variant('kind', [Live, PendingResult]);
export type ChangeResult = v.InferOutput<typeof ChangeResult>;

/** A personal access token. The token itself is shown once, after its creation. */
const TokenView = v.object({
  id: v.string(),
  name: v.string(),
  scope: TokenScope,
  createdAt: isoTime,
  endsAt: isoTime,
  usedAt: v.nullable(isoTime),
  revokedAt: v.nullable(isoTime),
});
export type TokenView = v.InferOutput<typeof TokenView>;

const PolicyVersion = v.object({
  version: Count,
  /** Null for a policy that was imported from a file. */
  proposedBy: TextOrNull,
  approvedBy: TextOrNull,
  reason: v.string(),
  at: isoTime,
});
export type PolicyVersion = v.InferOutput<typeof PolicyVersion>;

const PolicyView = v.object({
  /** 0 for the policy of a service that has none yet. */
  version: Count,
  policy: Policy,
  /** Newest first. */
  history: v.array(PolicyVersion),
});
export type PolicyView = v.InferOutput<typeof PolicyView>;

/** Result of a schedule: the number of its change, the id of the approval that it needs, or why it failed. */
const ScheduleResult = v.variant('kind', [
  Live,
  v.object({ kind: v.literal('pending'), approval: v.string() }),
  v.object({ kind: v.literal('failed'), error: v.string(), findings: v.exactOptional(v.array(Finding)) }),
]);
export type ScheduleResult = v.InferOutput<typeof ScheduleResult>;

/** A change at a time. */
const ScheduleView = v.object({
  id: v.string(),
  by: v.string(),
  action: ScheduledAction,
  /** The apps that it concerns. Null: they follow from what runs at its time. */
  apps: v.nullable(v.array(v.string())),
  createdAt: isoTime,
  dueAt: isoTime,
  endedAt: v.nullable(isoTime),
  status: v.picklist(['waiting', 'running', 'done', 'failed', 'cancelled']),
  result: v.nullable(ScheduleResult),
  /** Whether the caller may cancel it. */
  mayCancel: v.boolean(),
});
export type ScheduleView = v.InferOutput<typeof ScheduleView>;

/** Result of a verification of the live files and the audit log. */
const VerifyResult = v.object({
  releases: v.array(v.object({ app: v.string(), version: v.string(), files: Count, damaged: v.array(v.string()) })),
  /** Number of entries in the audit log. Their chain and signatures are valid. */
  changes: Count,
});
export type VerifyResult = v.InferOutput<typeof VerifyResult>;

/** Errors that pages reported. */
const ErrorList = v.object({
  /** Most frequent first. */
  groups: v.array(ErrorGroup),
  /** Number of further groups, which are not in the list. */
  hidden: Count,
  /** Reports of further errors that gateways did not record. */
  dropped: Count,
});
export type ErrorList = v.InferOutput<typeof ErrorList>;

/** What a webhook has received. It contains neither its address nor its secret. */
const WebhookView = v.object({
  name: v.string(),
  /** Number of the last change that was delivered, given up or left out. */
  handled: Count,
  /** Number of the last change that the receiver has accepted. Null: none is known. */
  delivered: v.nullable(Count),
  /** Changes that are not delivered yet. */
  pending: Count,
  /** Failed attempts of the next change. */
  attempts: Count,
  /** Why the last attempt failed. Null when nothing is pending. */
  lastError: TextOrNull,
  /** Null when nothing is pending, or when the next attempt is due now. */
  nextAttemptAt: v.nullable(isoTime),
  /** Deliveries that were given up, newest first. */
  givenUp: v.array(v.object({ change: Count, at: isoTime, error: v.string() })),
});
export type WebhookView = v.InferOutput<typeof WebhookView>;

export const SignOutResponse = v.object({
  /** Address that ends the session at the identity provider. Null: it has none. */
  redirect: TextOrNull,
});
export type SignOutResponse = v.InferOutput<typeof SignOutResponse>;

/** Body of a failed request. With findings when the gates refused the change. */
export const ErrorResponse = v.object({
  error: v.pipe(v.string(), v.description('What is wrong, and what to do.')),
  findings: v.exactOptional(v.pipe(v.array(Finding), v.description('What the gates found, with status 422.'))),
});
export type ErrorResponse = v.InferOutput<typeof ErrorResponse>;

/** Responses to the GET requests, by path below `/api`. */
export const readResponses = {
  state: ConsoleState,
  releases: v.array(AppReleases),
  history: HistoryPage,
  'state-at': StateAt,
  change: ChangeDescription,
  'planned-change': ChangeDescription,
  errors: ErrorList,
  metrics: v.array(VersionHistory),
  webhooks: v.array(WebhookView),
  policy: PolicyView,
  tokens: v.array(TokenView),
  schedules: v.array(ScheduleView),
  incident: v.array(IncidentReport),
  session: v.object({ session: v.nullable(SessionView) }),
  caller: v.object({ name: v.string(), roles: v.array(v.string()) }),
  objects: v.array(v.string()),
  folders: v.array(v.string()),
  'trusted-keys': v.record(v.string(), v.string()),
};
export type ReadResponses = { [Name in keyof typeof readResponses]: v.InferOutput<(typeof readResponses)[Name]> };

/** Responses to the POST requests, by path below `/api`. */
export const callResponses = {
  check: CheckResult,
  ...mapKinds((kind) => (kinds[kind].waitsForPeople ? ChangeResult : Live)),
  preview: v.object({ link: v.string(), expiresAt: isoTime }),
  verify: VerifyResult,
  approvals: v.variant('kind', [
    Live,
    PendingResult,
    v.object({ kind: v.literal('rejected') }),
    v.object({ kind: v.literal('policy'), version: Count }),
  ]),
  comment: ApprovalView,
  reviewers: ApprovalView,
  policy: PendingResult,
  tokens: v.object({ id: v.string(), token: v.string() }),
  'tokens/revoke': v.object({ kind: v.literal('revoked') }),
  schedules: ScheduleView,
  'schedules/cancel': v.object({ kind: v.literal('cancelled') }),
};
export type CallResponses = { [Name in keyof typeof callResponses]: v.InferOutput<(typeof callResponses)[Name]> };
