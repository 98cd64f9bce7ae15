import { hasPermission } from '@shop/releases/policy/policy';
import type { ApprovalView, ForcedChange } from '../../api/responses';
import type { ApprovalRequest } from '../approvals/approval-requests';
import type { Session } from '../session/sessions';

/** Converts an approval request for the person of a session. */
export function toApprovalView(request: ApprovalRequest, { person, policy }: Session): ApprovalView {
  const { id, env, by, requestedAt, reason, changes, findings, apps } = request;
  const mayApprove =
    policy !== null && person !== by && apps.every((app) => hasPermission(policy, person, 'force', app, env));
  return { id, env, by, requestedAt, reason, changes, findings, change: toForcedChange(request.change), mayApprove };
}

function toForcedChange(change: ApprovalRequest['change']): ForcedChange {
  if (change.kind === 'promote') return { kind: change.kind, canary: change.canary };
  return { kind: change.kind, apps: change.apps, share: change.share };
}
