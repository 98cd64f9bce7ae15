import type { MetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import type { AuditLogEntry, Finding } from '@shop/releases/history/audit-log';
import type { ReleaseId } from '@shop/releases/release/release';
import type { CanaryAudience } from '@shop/releases/state/canary-audience';
import type { PinnedComposition } from '@shop/releases/state/composition';
import type { AppChange } from '@shop/releases/state/composition-diff';
import type { PermissionRequest } from '@shop/releases/state/environment';
import type { Head } from '@shop/releases/state/head';

export type { AppChange, CanaryAudience, Finding, MetricsReport, ReleaseId };

/** The shell and every remote, each at one release. */
export type Composition = Pick<PinnedComposition, 'shell' | 'remotes'>;
/** What a person may be allowed to do to an app. */
export type Permission = PermissionRequest['action'];
export type Locks = Head['locks'];

/** Who is signed in. */
export interface SessionView {
  person: string;
  /** Whether a release policy tells people apart; without one a single person is everybody. */
  hasPolicy: boolean;
}

/** A change of the log, as far as the page names it. */
export type ChangeNote = Pick<AuditLogEntry, 'seq' | 'at' | 'by' | 'action' | 'reason'>;

/** An app as it is live. */
export interface LiveApp extends ReleaseId {
  /** Commit it was built from, or empty. */
  commit: string;
  /** Its description is missing or was changed: it is to be replaced, or taken back. */
  isDamaged: boolean;
  /** The change that brought it; null when that lies too far back. */
  since: ChangeNote | null;
}

/** What part of the visitors get. */
export interface CanaryView extends CanaryAudience {
  composition: Composition;
  changes: AppChange[];
  /** The change that began it. */
  began: ChangeNote | null;
}

/** An environment that something is live in. */
export interface EnvironmentView {
  name: string;
  /** Number of its last change. */
  seq: number;
  composition: Composition;
  apps: LiveApp[];
  canary: CanaryView | null;
  locks: Locks;
  health: MetricsReport | null;
  /** What whoever is signed in may do, by app; `*` is the environment as a whole. */
  may: Record<string, Permission[]>;
}

/** An environment that cannot be read. */
export interface BrokenEnvironment {
  name: string;
  problem: string;
}

/** What is to happen against the gates: a promotion, or a step of the rollout that runs. */
export type ForcedChange =
  | { kind: 'promote'; canary: CanaryAudience | null }
  | { kind: 'rollout'; share: number | 'complete' };

/** A forced change that waits for a second person. */
export interface ApprovalView {
  id: string;
  env: string;
  by: string;
  /** ISO date and time. */
  askedAt: string;
  reason: string;
  changes: AppChange[];
  findings: Finding[];
  asked: ForcedChange;
  /** Whether whoever is signed in may be the second person. */
  mayApprove: boolean;
}

/** Everything that is live, everywhere. */
export interface ConsoleState {
  environments: EnvironmentView[];
  broken: BrokenEnvironment[];
  approvals: ApprovalView[];
}

/** A release that could become live. */
export interface ReleaseView extends ReleaseId {
  commit: string;
  /** ISO date and time; empty when it is damaged. */
  publishedAt: string;
  /** Its description is malformed: no gate lets it go live. */
  isDamaged: boolean;
}

/** Releases of an app, newest first. */
export interface AppReleases {
  app: string;
  releases: ReleaseView[];
}

/** A change of an environment, with what it changed. */
export interface HistoryEntry extends ChangeNote {
  isForced: boolean;
  findings: Finding[];
  composition: Composition;
  canary: (CanaryAudience & { composition: Composition }) | null;
  /** Against the change before: of what is live, or of the canary that began. */
  changes: AppChange[];
}

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Where the next page starts; null on the last one. */
  before: number | null;
}

/** What the gates say of a composition that is not live. */
export interface CheckResult {
  changes: AppChange[];
  findings: Finding[];
}

/** What became of a promotion or a step of a rollout: it is live, or waits for a second person. */
export type LiveResult = { kind: 'live'; seq: number } | { kind: 'waits'; approval: ApprovalView };

export interface PreviewResult {
  link: string;
  /** ISO date and time. */
  expiresAt: string;
}

export interface VerifyResult {
  releases: { app: string; version: string; files: number; damaged: string[] }[];
  /** Changes in the log, whose chain and signatures are whole. */
  changes: number;
}

/** Why a call was refused, in one sentence; with the gates' findings when they refused it. */
export interface Problem {
  error: string;
  findings?: Finding[];
}
