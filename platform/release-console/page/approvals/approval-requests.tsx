import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ApprovalView } from '../../api/responses';
import { useDecideMutation } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';
import { ChangeList } from '../changes/change-list';
import { FindingList } from '../changes/finding-list';
import { useSnackbar } from '../feedback/snackbar';
import { RelativeTime } from '../format/relative-time';
import { formatApproval } from './format-approval';

export interface ApprovalRequestsProps {
  approvals: readonly ApprovalView[];
  person: string;
}

/** The open approval requests. */
export function ApprovalRequests({ approvals, person }: ApprovalRequestsProps) {
  if (approvals.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="approvals" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h2" id="approvals">
        Waiting for a second approval
      </Typography>
      {approvals.map((approval) => (
        <ApprovalRequest key={approval.id} approval={approval} isOwn={approval.by === person} />
      ))}
    </Box>
  );
}

function ApprovalRequest({ approval, isOwn }: { approval: ApprovalView; isOwn: boolean }) {
  const { id, env, by, requestedAt, reason, changes, findings, mayApprove } = approval;
  const { action, audience, confirm, done } = formatApproval(approval.change);
  const [decide, { error, isLoading }] = useDecideMutation();
  const [isConfirming, setIsConfirming] = useState(false);
  const showMessage = useSnackbar();
  const submit = async (isApproved: boolean) => {
    const result = await decide({ id, isApproved });
    if (result.error) return;
    showMessage(isApproved ? `${done} in ${env} with two approvals, against the gates.` : 'The request is cancelled.');
  };
  const problem = getErrorResponse(error);
  return (
    <Box sx={{ border: 1, borderColor: 'sale', borderRadius: 1, p: 2.5, display: 'grid', gap: 2 }}>
      <Typography>
        <strong>{by}</strong> requests to {action} against the gates in <strong>{env}</strong>, {audience},{' '}
        <RelativeTime at={requestedAt} />: {reason}
      </Typography>
      <ChangeList changes={changes} label="What would change" />
      <FindingList findings={findings} />
      {problem && <Alert severity="error">{problem.error}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
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
