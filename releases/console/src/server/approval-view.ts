import { allows } from '@shop/releases/policy/policy';
import type { ApprovalView } from '../api/answers';
import type { ApprovalRequest } from './approvals';
import type { Session } from './sessions';

/** A request as somebody who is signed in sees it. */
export function toApprovalView(request: ApprovalRequest, { person, policy }: Session): ApprovalView {
  const { id, env, by, askedAt, reason, changes, findings, canaryShare, releases, removedApps } = request;
  const apps = [...releases.map(({ app }) => app), ...removedApps];
  const mayApprove =
    policy !== null && person !== by && apps.every((app) => allows(policy, person, 'force', app, request.env));
  return { id, env, by, askedAt, reason, changes, findings, canaryShare, mayApprove };
}
