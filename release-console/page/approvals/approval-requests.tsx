import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ApprovalView } from '../../api/responses';
import { useDecideMutation } from '../api/console-api';
import { problemOf } from '../api/error-response';
import { ChangeList } from '../changes/change-list';
import { FindingList } from '../changes/finding-list';
import { useNotice } from '../feedback/snackbar';
import { Moment } from '../format/relative-time';
import { wordsOf } from './format-approval';

export interface ApprovalRequestsProps {
  approvals: readonly ApprovalView[];
  person: string;
}

/** Forced changes that wait for a second person. */
export function ApprovalRequests({ approvals, person }: ApprovalRequestsProps) {
  if (approvals.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="approvals" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h2" id="approvals">
        Waiting for a second person
      </Typography>
      {approvals.map((approval) => (
        <ApprovalRequest key={approval.id} approval={approval} isOwn={approval.by === person} />
      ))}
    </Box>
  );
}

function ApprovalRequest({ approval, isOwn }: { approval: ApprovalView; isOwn: boolean }) {
  const { id, env, by, askedAt, reason, changes, findings, mayApprove } = approval;
  const { deed, forWhom, yes, done } = wordsOf(approval.asked);
  const [decide, { error, isLoading }] = useDecideMutation();
  const [isSure, setIsSure] = useState(false);
  const say = useNotice();
  const answer = async (isApproved: boolean) => {
    const result = await decide({ id, isApproved });
    if (!result.error) say(isApproved ? `${done} in ${env}, against the gates, by two.` : 'The request is taken back.');
  };
  const problem = problemOf(error);
  return (
    <Box sx={{ border: 1, borderColor: 'sale', borderRadius: 1, p: 2.5, display: 'grid', gap: 2 }}>
      <Typography>
        <strong>{by}</strong> asks to {deed} against the gates in <strong>{env}</strong>, {forWhom},{' '}
        <Moment at={askedAt} />: {reason}
      </Typography>
      <ChangeList changes={changes} label="What would change" />
      <FindingList findings={findings} />
      {problem && <Alert severity="error">{problem.error}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {mayApprove && !isSure && (
          <Button variant="outlined" onClick={() => setIsSure(true)}>
            Approve…
          </Button>
        )}
        {mayApprove && isSure && (
          <Button variant="contained" color="error" loading={isLoading} onClick={() => void answer(true)}>
            {yes}
          </Button>
        )}
        {(mayApprove || isOwn) && (
          <Button disabled={isLoading} onClick={() => void answer(false)}>
            {isOwn ? 'Take it back' : 'Refuse'}
          </Button>
        )}
        {!mayApprove && !isOwn && (
          <Typography color="textSecondary">Somebody who may force these apps decides.</Typography>
        )}
      </Box>
    </Box>
  );
}
