import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { ActionDialog } from '../actions/action-dialog';
import { usePromoteMutation } from '../api/console-api';
import { ChangeList } from '../changes/change-list';
import { FindingList } from '../changes/finding-list';
import { waitsForSecond, whoGets } from '../format/format';
import { linkTo } from '../navigation/hash-route';
import { canaryOf } from './promotion-draft';
import type { Promotion } from './use-promotion';

export interface PromoteDialogProps {
  environment: EnvironmentView;
  promotion: Promotion;
  onClose: () => void;
}

/** Says who gets what, and promotes. The gates run once more then, on what is live by then. */
export function PromoteDialog({ environment, promotion, onClose }: PromoteDialogProps) {
  const { name: env } = environment;
  const [seq] = useState(environment.seq);
  const [promote] = usePromoteMutation();
  const { draft, wanted, gates, finish } = promotion;
  const result = gates.kind === 'done' ? gates.result : { changes: [], findings: [] };
  const isForced = draft.isForced && result.findings.length > 0;
  const canary = canaryOf(draft);
  const getsIt = canary ? `In ${env}, ${whoGets(canary)} get` : `Everybody in ${env} gets`;

  const act = async (reason: string) => {
    const outcome = await promote({ ...wanted, seq, canary, isForced, reason }).unwrap();
    finish();
    location.assign(linkTo({ env, view: 'live' }));
    return outcome.kind === 'waits' ? waitsForSecond : `${getsIt} it with their next page.`;
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
      <Typography>{getsIt} this with their next page. The gates run once more first.</Typography>
      <ChangeList changes={result.changes} label="What changes" />
      {isForced && (
        <>
          <Alert severity="warning">It goes live although the gates find this, and the log says so:</Alert>
          <FindingList findings={result.findings} />
        </>
      )}
    </ActionDialog>
  );
}
