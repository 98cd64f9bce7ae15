import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { ActionDialog } from '../actions/action-dialog';
import { usePromoteMutation } from '../api/console-api';
import { ChangeList } from '../changes/change-list';
import { FindingList } from '../changes/finding-list';
import { formatAudience, pendingApprovalMessage } from '../format/format';
import { formatHash } from '../navigation/hash-route';
import { toAudience } from './promotion-draft';
import type { Promotion } from './use-promotion';

export interface PromoteDialogProps {
  environment: EnvironmentView;
  promotion: Promotion;
  onClose: () => void;
}

/** Confirms the promotion. The server runs the gates again on the composition that is live then. */
export function PromoteDialog({ environment, promotion, onClose }: PromoteDialogProps) {
  const { name: env } = environment;
  const [seq] = useState(environment.seq);
  const [promote] = usePromoteMutation();
  const { draft, selection, gates, finish } = promotion;
  const result = gates.kind === 'done' ? gates.result : { changes: [], findings: [], warnings: [] };
  const isForced = draft.isForced && result.findings.length > 0;
  const canary = toAudience(draft);
  const audienceGets = canary ? `In ${env}, ${formatAudience(canary)} get` : `Every visitor of ${env} gets`;

  const act = async (reason: string) => {
    const outcome = await promote({ ...selection, seq, canary, isForced, reason }).unwrap();
    finish();
    location.assign(formatHash({ env, view: 'live' }));
    return outcome.kind === 'pending' ? pendingApprovalMessage : `${audienceGets} it with the next page.`;
  };
  return (
    <ActionDialog
      title={isForced ? `Force this into ${env}?` : `Promote in ${env}?`}
      confirm={isForced ? 'Promote against the gates' : 'Promote'}
      isDangerous={isForced}
      reason="required"
      initialReason={draft.reason}
      done=""
      act={act}
      onClose={onClose}
    >
      <Typography>{audienceGets} this with the next page. The gates run again first.</Typography>
      <ChangeList changes={result.changes} label="Changes" />
      {isForced && (
        <>
          <Alert severity="warning">It goes live in spite of these findings, and the audit log records them:</Alert>
          <FindingList findings={result.findings} />
        </>
      )}
    </ActionDialog>
  );
}
