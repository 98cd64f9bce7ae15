import { Box, Button, Typography } from '@mui/material';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
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

/** Texts of a change: after `requests to`, the label of the confirmation, and the message of a success. */
function formatApproval({ change, env }: ApprovalView): { action: string; confirm: string; done: string } {
  if (change.kind === 'policy') {
    return {
      action: 'change the release policy',
      confirm: 'Approve the policy',
      done: 'The release policy is changed.',
    };
  }
  const gates = change.isForced ? ' against the gates' : '';
  const against = (action: string, audience: string) => `${action}${gates} in ${env}, ${audience}`;
  const texts = (confirm: string, done: string) => ({
    confirm,
    done: `${done} in ${env} with two approvals${gates && `,${gates}`}.`,
  });
  if (change.kind === 'promote') {
    const audience = `for ${change.canary ? formatAudience(change.canary) : 'every visitor'}`;
    return { action: against('promote', audience), ...texts('Approve and promote', 'Promoted') };
  }
  const apps = formatApps(change.apps);
  if (change.share === 'complete') {
    const action = against(`complete the canary of ${apps}`, 'for every visitor');
    return { action, ...texts('Approve and complete', 'Canary completed') };
  }
  const action = against(`roll the canary of ${apps} out`, `to ${change.share} % of the visitors`);
  return { action, ...texts('Approve and roll out', 'Rolled out') };
}

function ApprovalRequest({ approval, isOwn }: { approval: ApprovalView; isOwn: boolean }) {
  const { id, by, requestedAt, reason, changes, findings, mayApprove } = approval;
  const { action, confirm, done } = formatApproval(approval);
  const [decide, { error, isLoading }] = consoleApi.useDecideMutation();
  const [isConfirming, setIsConfirming] = useState(false);
  const showMessage = useSnackbar();
  const submit = async (isApproved: boolean) => {
    const result = await decide({ id, isApproved });
    if (result.error) return;
    const approved = result.data.kind === 'pending' ? 'Approved. A further person has to approve it.' : done;
    showMessage(isApproved ? approved : 'The request is cancelled.');
  };
  return (
    <Box sx={{ border: 1, borderColor: 'sale', borderRadius: 1, p: 2.5, display: 'grid', gap: 2 }}>
      <Typography>
        <strong>{by}</strong> requests to {action}, <RelativeTime at={requestedAt} />: {reason}
      </Typography>
      {approval.change.kind === 'policy' ? (
        <Box
          component="pre"
          tabIndex={0}
          aria-label="The new policy"
          sx={{ m: 0, maxHeight: 320, overflow: 'auto', typography: 'body2' }}
        >
          {JSON.stringify(approval.change.policy, null, 2)}
        </Box>
      ) : (
        <>
          <ChangeList changes={changes} label="What would change" />
          <FindingList findings={findings} />
        </>
      )}
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
          <Typography color="textSecondary">Another person with the permission decides.</Typography>
        )}
      </Box>
    </Box>
  );
}
