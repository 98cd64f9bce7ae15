import type { Change } from '@shop/releases/change-model/changes';
import type { Policy, TokenScope } from '@shop/releases/policy/policy';
import type { ScheduledAction } from '@shop/releases/service-api/requests';
import type { AppChange, ApprovalView, AppSource, Finding } from '@shop/releases/service-api/responses';

/* Documents that the tables of the service hold as JSON. */

/** A workflow of a machine: its issuer, and the claims that matched the policy. */
export interface MachineIdentity {
  issuer: string;
  claims: Record<string, string>;
}

/** Who acts, without the permissions, which come from the policy at the time of the action. */
export interface Principal {
  name: string;
  /** The token with which it acts. Absent for a person with a session. */
  tokenId?: string;
  /** What the token allows at most. */
  scope?: TokenScope;
  /** A command line of the service's machine acts for this person. */
  isLocal?: true;
  /** Absent for a person. */
  machine?: MachineIdentity;
}

/**
 * The claim of an instance on a job. It has a random id, and the number of the newest change of the environment when the work
 * began: another instance that takes the job over finds out whether the change was made.
 */
export interface Claim {
  id: string;
  seq: number;
}

/** A change that waits for people. */
export interface ApprovableChange {
  kind: 'release';
  /** The author, who cannot approve it. */
  author: Principal;
  /** It names the exact releases or the canary. */
  change: Change;
  apps: string[];
  changes: AppChange[];
  /** What the new releases were built from. */
  sources: AppSource[];
  /** Findings that the change overrides. Other findings are not approved. */
  findings: Finding[];
  /** Id of the schedule that asked for the approval. */
  schedule?: string;
}

/** A new version of the policy. */
export interface ProposedPolicy {
  kind: 'policy';
  author: Principal;
  reason: string;
  /** Version that it replaces. */
  replaces: number;
  policy: Policy;
}

/** A change at a time. */
export interface ScheduledChange {
  /** The author. */
  principal: Principal;
  action: ScheduledAction;
  /**
   * The apps that it concerns. Null: they follow from what runs at its time. Absent in a schedule of an earlier version.
   */
  apps?: string[] | null;
}

export type RequestComment = ApprovalView['comments'][number];

export type RequestedChange = ApprovableChange | ProposedPolicy;
