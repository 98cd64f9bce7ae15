import type { MetricsReport } from '../canary-analysis/metrics-report';
import type { VersionHistory, VersionMetrics } from '../canary-analysis/version-metrics';
import type { ErrorGroup } from '../error-reports/error-groups';
import type { ResolvedFrame } from '../error-reports/resolve-stack';
import type { AppDescription, ContractDifference } from '../history/describe-change';
import type { HaltNotice } from '../history/halt-notices';
import type { ScreenComparison, ScreenDifference } from '../history/screenshots';
import type { IncidentChange, IncidentReport, Undo } from '../incident/incident-report';
import type { NeededApproval, Policy, TokenScope } from '../policy/policy';
import type { ReleaseId } from '../release/release';
import type { AuditLogEntry, Finding, HaltedCanary } from '../state/audit-log';
import type { RolloutPlan } from '../state/canary';
import type { CanaryAudience } from '../state/canary-audience';
import type { PinnedComposition } from '../state/composition';
import type { AppChange } from '../state/composition-diff';
import type { Permission } from '../state/environment';
import type { Head } from '../state/head';
import type { ScheduledAction } from './requests';

export type {
  AppChange,
  AppDescription,
  CanaryAudience,
  ContractDifference,
  ErrorGroup,
  Finding,
  HaltNotice,
  IncidentChange,
  IncidentReport,
  MetricsReport,
  NeededApproval,
  Permission,
  Policy,
  ReleaseId,
  ResolvedFrame,
  ScreenDifference,
  TokenScope,
  Undo,
  VersionHistory,
  VersionMetrics,
};

/** The shell and every remote, each at one release. */
export type Composition = Pick<PinnedComposition, 'shell' | 'remotes'>;

/** The person who is signed in. */
export interface SessionView {
  person: string;
}

/** The fields of an audit-log entry that the page shows. */
export type ChangeNote = Pick<AuditLogEntry, 'seq' | 'at' | 'by' | 'action' | 'reason'>;

/** A live app. */
export interface LiveApp extends ReleaseId {
  /** Commit of its sources, with `-dirty` for uncommitted changes; empty when unknown. */
  commit: string;
  /** Whether its release.json is missing or was altered: promote another version, or roll back. */
  isDamaged: boolean;
  /** The change that made it live; null when the change is older than the searched part of the audit log. */
  since: ChangeNote | null;
}

/** A running canary. */
export interface CanaryView extends CanaryAudience {
  id: string;
  apps: string[];
  /** The person who started it. Empty when an earlier version of the software started it. */
  owner: string;
  changes: AppChange[];
  /** The change that started it. */
  start: ChangeNote | null;
  /** The stages to which the console raises it. Null without stages. */
  plan: PlanView | null;
}

export interface PlanView extends Pick<RolloutPlan, 'stages' | 'paused'> {
  /** Unix milliseconds of the next stage. */
  dueAt: number;
}

/** An environment with a live composition. */
export interface EnvironmentView {
  name: string;
  /** Number of the newest change. */
  seq: number;
  composition: Composition;
  apps: LiveApp[];
  /** Oldest first. */
  canaries: CanaryView[];
  /** Canaries that somebody else ended in the last week, newest first. */
  notices: HaltNotice[];
  locks: Head['locks'];
  metrics: MetricsReport | null;
  /** Metrics of the versions that were live, or in a canary, in the last 30 days. */
  versions: VersionMetrics[];
  /** Actions that the signed-in person may perform, by app. `*` is the environment as a whole. */
  permissions: Record<string, Permission[]>;
}

/** An environment that cannot be read. */
export interface UnreadableEnvironment {
  name: string;
  problem: string;
}

/** A change that needs further people: a promotion or a step of a rollout, or a new version of the policy. */
export type RequestedChangeView =
  | { kind: 'promote'; canary: CanaryAudience | null }
  | { kind: 'rollout'; apps: string[]; share: number | 'complete' }
  | { kind: 'policy'; replaces: number; policy: Policy };

/** A change that waits for approvals. */
export interface ApprovalView {
  id: string;
  /** `*` for a change of the policy. */
  env: string;
  by: string;
  /** ISO date and time. */
  requestedAt: string;
  reason: string;
  changes: AppChange[];
  findings: Finding[];
  change: RequestedChangeView;
  isForced: boolean;
  /** People who have approved it so far. */
  approvedBy: string[];
  /** Approvals that it needs in all. */
  needs: NeededApproval[];
  /** Whether the approval of the signed-in person counts. */
  mayApprove: boolean;
}

/** The state of all environments. */
export interface ConsoleState {
  environments: EnvironmentView[];
  unreadable: UnreadableEnvironment[];
  approvals: ApprovalView[];
}

/** A published release. */
export interface ReleaseView extends ReleaseId {
  commit: string;
  /** ISO date and time; empty when it is damaged. */
  publishedAt: string;
  /** Whether its release.json is malformed: the gates reject it. */
  isDamaged: boolean;
}

/** Releases of an app, newest first. */
export interface AppReleases {
  app: string;
  releases: ReleaseView[];
}

/** An entry of the audit log with the app changes that it caused. */
export interface HistoryEntry extends ChangeNote {
  isForced: boolean;
  findings: Finding[];
  composition: Composition;
  /** The canary that the change started, changed or ended. Null for other changes. */
  canary: (Partial<CanaryAudience> & { apps: string[]; owner: string }) | null;
  /** Canaries of other apps that ended with the change. */
  halted: HaltedCanary[];
  /** Differences from the change before: of the live composition, or of the canary that started. */
  changes: AppChange[];
}

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Value of `before` for the next page; null on the last page. */
  before: number | null;
}

/** What a change consists of, app by app, and the screens that look different. */
export interface ChangeDescription {
  apps: AppDescription[];
  /** Null when the smoke test has taken no pictures of one of the compositions. */
  screens: ScreenComparison | null;
}

/** Result of the gates for a composition that is not live. */
export interface CheckResult {
  changes: AppChange[];
  /** Findings that refuse the composition. */
  findings: Finding[];
  /** Findings that do not refuse it, such as the use of an export whose removal is due. */
  warnings: Finding[];
  /** A freeze that stops the change now, and does not refuse a later one. Null: there is none. */
  freeze: Finding | null;
  /** Approvals that the promotion needs. */
  approvals: NeededApproval[];
  /** Approvals that it needs when it overrides findings. */
  forcedApprovals: NeededApproval[];
}

/** Result of a promotion or a step of a rollout: it is live, or it waits for the approval of a second person. */
export type ChangeResult = { kind: 'live'; seq: number } | PendingResult;

export interface PendingResult {
  kind: 'pending';
  approval: ApprovalView;
}

/** A personal access token. The token itself is shown once, after its creation. */
export interface TokenView {
  id: string;
  name: string;
  scope: TokenScope;
  /** ISO dates and times. */
  createdAt: string;
  endsAt: string;
  usedAt: string | null;
  revokedAt: string | null;
}

/** A version of the release policy. */
export interface PolicyVersion {
  version: number;
  /** Null for a policy that was imported from a file. */
  proposedBy: string | null;
  approvedBy: string | null;
  reason: string;
  /** ISO date and time. */
  at: string;
}

export interface PolicyView {
  /** 0 for the policy of a service that has none yet. */
  version: number;
  policy: Policy;
  /** Newest first. */
  history: PolicyVersion[];
}

/** Result of a schedule: the number of its change, the id of the approval that it needs, or why it failed. */
export type ScheduleResult =
  | { kind: 'live'; seq: number }
  | { kind: 'pending'; approval: string }
  | { kind: 'failed'; error: string; findings?: Finding[] };

/** A change at a time. */
export interface ScheduleView {
  id: string;
  by: string;
  action: ScheduledAction;
  /** ISO dates and times. */
  createdAt: string;
  dueAt: string;
  endedAt: string | null;
  status: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  result: ScheduleResult | null;
  /** Whether the caller may cancel it. */
  mayCancel: boolean;
}

/** Result of a verification of the live files and the audit log. */
export interface VerifyResult {
  releases: { app: string; version: string; files: number; damaged: string[] }[];
  /** Number of entries in the audit log. Their chain and signatures are valid. */
  changes: number;
}

/** Errors that pages reported. */
export interface ErrorList {
  /** Most frequent first. */
  groups: ErrorGroup[];
  /** Number of further groups, which are not in the list. */
  hidden: number;
  /** Reports of further errors that gateways did not record. */
  dropped: number;
}

/** What a webhook has received. It contains neither its address nor its secret. */
export interface WebhookView {
  name: string;
  /** Number of the last change that was delivered, given up or left out. */
  handled: number;
  /** Changes that are not delivered yet. */
  pending: number;
  /** Failed attempts of the next change. */
  attempts: number;
  /** Why the last attempt failed. Null when nothing is pending. */
  lastError: string | null;
  /** ISO date and time. Null when nothing is pending, or when the next attempt is due now. */
  nextAttemptAt: string | null;
  /** Deliveries that were given up, newest first. */
  givenUp: { change: number; at: string; error: string }[];
}

/** Body of a failed request. With findings when the gates refused the change. */
export interface ErrorResponse {
  error: string;
  findings?: Finding[];
}

/** Responses to the POST requests, by path below `/api`. */
export interface CallResponses {
  check: CheckResult;
  promote: ChangeResult;
  rollout: ChangeResult;
  halt: { seq: number };
  pause: { seq: number };
  resume: { seq: number };
  rollback: { seq: number };
  lock: { seq: number };
  unlock: { seq: number };
  /** `expiresAt` is an ISO date and time. */
  preview: { link: string; expiresAt: string };
  verify: VerifyResult;
  approvals: ChangeResult | { kind: 'rejected' } | { kind: 'policy'; version: number };
  policy: PendingResult;
  tokens: { id: string; token: string };
  'tokens/revoke': { kind: 'revoked' };
  schedules: ScheduleView;
  'schedules/cancel': { kind: 'cancelled' };
}
