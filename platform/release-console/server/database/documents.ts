import type { Policy, TokenScope } from '@shop/releases/policy/policy';
import type { AppChange, Finding } from '@shop/releases/service-api/responses';
import type { GatedChange } from '@shop/releases/state/gated-change';

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
  /** The author in the audit log. */
  by: string;
}

/** A promotion or a step of a rollout. It names the exact releases or the canary. */
export interface RequestedRelease {
  kind: 'release';
  /** The author, who cannot approve it. */
  author: Principal;
  env: string;
  reason: string;
  /** Whether it overrides the findings. */
  isForced: boolean;
  change: GatedChange;
  apps: string[];
  changes: AppChange[];
  /** Findings that the change overrides. Other findings are not approved. */
  findings: Finding[];
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

export type RequestedChange = RequestedRelease | ProposedPolicy;
