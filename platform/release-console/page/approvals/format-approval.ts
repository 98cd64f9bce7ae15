import type { ForcedChange } from '../../api/responses';
import { formatApps, formatAudience } from '../format/format';

/** Texts of an approval request. */
export interface ApprovalText {
  /** Continues `requests to`. */
  action: string;
  audience: string;
  /** Label of the confirmation button. */
  confirm: string;
  /** Start of the success message. */
  done: string;
}

/** Formats a forced change for its approval request. */
export function formatApproval(change: ForcedChange): ApprovalText {
  if (change.kind === 'promote') {
    const audience = `for ${change.canary ? formatAudience(change.canary) : 'every visitor'}`;
    return { action: 'promote', audience, confirm: 'Approve and promote', done: 'Promoted' };
  }
  if (change.share === 'complete') {
    const confirm = 'Approve and complete';
    const action = `complete the canary of ${formatApps(change.apps)}`;
    return { action, audience: 'for every visitor', confirm, done: 'Canary completed' };
  }
  const audience = `to ${change.share} % of the visitors`;
  return {
    action: `roll the canary of ${formatApps(change.apps)} out`,
    audience,
    confirm: 'Approve and roll out',
    done: 'Rolled out',
  };
}
