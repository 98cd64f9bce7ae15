import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { ApprovalView, ForcedChange } from '../../api/responses';
import { consoleApi } from '../api/console-api';
import { ChangeList, FindingList } from '../components/change-list';
import { formatApps, formatAudience } from '../components/format';
import { row, Section } from '../components/layout';
import { Problem } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';
import { useSnackbar } from '../components/snackbar';

export interface ApprovalRequestsProps {
  approvals: readonly ApprovalView[];
  person: string;
}

/** The open approval requests. */
export function ApprovalRequests({ approvals, person }: ApprovalRequestsProps) {
  if (approvals.length === 0) return null;
  return (
    <Section title="Waiting for a second approval">
      {approvals.map((approval) => (
        <ApprovalRequest key={approval.id} approval={approval} isOwn={approval.by === person} />
      ))}
    </Section>
  );
}

/** Texts of a forced change: after `requests to`, its audience, the label of the confirmation, and the start of the success message. */
function formatApproval(change: ForcedChange): { action: string; audience: string; confirm: string; done: string } {
  if (change.kind === 'promote') {
    const audience = `for ${change.canary ? formatAudience(change.canary) : 'every visitor'}`;
    return { action: 'promote', audience, confirm: 'Approve and promote', done: 'Promoted' };
  }
  const apps = formatApps(change.apps);
  if (change.share === 'complete') {
    const texts = { confirm: 'Approve and complete', done: 'Canary completed' };
    return { action: `complete the canary of ${apps}`, audience: 'for every visitor', ...texts };
  }
  const texts = { confirm: 'Approve and roll out', done: 'Rolled out' };
  return { action: `roll the canary of ${apps} out`, audience: `to ${change.share} % of the visitors`, ...texts };
}

function ApprovalRequest({ approval, isOwn }: { approval: ApprovalView; isOwn: boolean }) {
  const { id, env, by, requestedAt, reason, changes, findings, mayApprove } = approval;
  const { action, audience, confirm, done } = formatApproval(approval.change);
  const [decide, { error, isLoading }] = consoleApi.useDecideMutation();
  const [isConfirming, setIsConfirming] = useState(false);
  const showMessage = useSnackbar();
  const submit = async (isApproved: boolean) => {
    const result = await decide({ id, isApproved });
    if (result.error) return;
    showMessage(isApproved ? `${done} in ${env} with two approvals, against the gates.` : 'The request is cancelled.');
  };
  return (
    <Box sx={{ border: 1, borderColor: 'sale', borderRadius: 1, p: 2.5, display: 'grid', gap: 2 }}>
      <Typography>
        <strong>{by}</strong> requests to {action} against the gates in <strong>{env}</strong>, {audience},{' '}
        <RelativeTime at={requestedAt} />: {reason}
      </Typography>
      <ChangeList changes={changes} label="What would change" />
      <FindingList findings={findings} />
      <Problem error={error} />
      <Box sx={{ ...row, gap: 1 }}>
        {mayApprove && !isConfirming && (
          <Button variant="outlined" onClick={() => setIsConfirming(true)}>
            Approve…
          </Button>
        )}
        {mayApprove && isConfirming && (
          <Button variant="contained" color="error" loading={isLoading} onClick={() => void submit(true)}>
            {confirm}
          </Button>
        )}
        {(mayApprove || isOwn) && (
          <Button disabled={isLoading} onClick={() => void submit(false)}>
            {isOwn ? 'Cancel request' : 'Reject'}
          </Button>
        )}
        {!mayApprove && !isOwn && (
          <Typography color="textSecondary">A person who may force these apps decides.</Typography>
        )}
      </Box>
    </Box>
  );
}
