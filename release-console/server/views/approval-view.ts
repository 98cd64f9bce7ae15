import { hasPermission } from '@shop/releases/policy/policy';
import type { ApprovalView, ForcedChange } from '../../api/responses';
import type { ApprovalRequest } from '../approvals/approval-requests';
import type { Session } from '../session/sessions';

/** A request as somebody who is signed in sees it. */
export function toApprovalView(request: ApprovalRequest, { person, policy }: Session): ApprovalView {
  const { id, env, by, askedAt, reason, changes, findings, apps } = request;
  const mayApprove =
    policy !== null && person !== by && apps.every((app) => hasPermission(policy, person, 'force', app, env));
  return { id, env, by, askedAt, reason, changes, findings, asked: toForcedChange(request.asked), mayApprove };
}

function toForcedChange(asked: ApprovalRequest['asked']): ForcedChange {
  if (asked.kind === 'promote') return { kind: asked.kind, canary: asked.canary };
  return { kind: asked.kind, share: asked.share };
}
