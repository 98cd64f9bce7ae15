import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CanaryView, EnvironmentView } from '../../api/responses';
import { ActionDialog } from '../actions/action-dialog';
import { isAllowed } from '../actions/permission';
import { useHaltMutation, useRolloutMutation } from '../api/console-api';
import { ChangeList } from '../changes/change-list';
import { formatApps, formatAudience, pendingApprovalMessage } from '../format/format';

export type CanaryStep = { kind: 'rollout'; share: number } | { kind: 'complete' } | { kind: 'halt' };

export interface CanaryDialogProps {
  environment: EnvironmentView;
  canary: CanaryView;
  step: CanaryStep;
  onClose: () => void;
}

/** Confirms a rollout, completion or halt of the canary. A person with the permission can override the gates. */
export function CanaryDialog({ environment, canary, step, onClose }: CanaryDialogProps) {
  const { name: env } = environment;
  const [seq] = useState(environment.seq);
  const [rollout] = useRolloutMutation();
  const [halt] = useHaltMutation();
  const { changes, apps, id } = canary;
  const what = formatApps(apps);
  const changeList = <ChangeList changes={changes} label="Changes of the canary" />;
  const mayForce = isAllowed(environment, 'force', apps);
  const advanceTo = (share: number | 'complete') => async (reason: string, isForced: boolean) => {
    const outcome = await rollout({ env, seq, canary: id, share, isForced, reason }).unwrap();
    return outcome.kind === 'pending' ? pendingApprovalMessage : null;
  };
  switch (step.kind) {
    case 'rollout':
      return (
        <ActionDialog
          title={`Roll ${what} out to ${step.share} %?`}
          confirm={`Roll out to ${step.share} %`}
          {...(mayForce ? { force: 'Roll out against the gates' } : {})}
          reason="optional"
          done={`${step.share} % of the visitors of ${env} get the canary of ${what}.`}
          act={advanceTo(step.share)}
          onClose={onClose}
        >
          <Typography>
            {step.share} % of the visitors get the canary instead of {canary.share} %. Visitors who have it keep it.
          </Typography>
          {changeList}
        </ActionDialog>
      );
    case 'complete':
      return (
        <ActionDialog
          title={`Complete the canary of ${what}?`}
          confirm="Complete for every visitor"
          {...(mayForce ? { force: 'Complete against the gates' } : {})}
          reason="optional"
          done={`${what} is live for every visitor of ${env}.`}
          act={advanceTo('complete')}
          onClose={onClose}
        >
          <Typography>
            Every visitor of {env} gets these versions with the next page. Other canaries go on with them, or end when
            they do not fit.
          </Typography>
          {changeList}
        </ActionDialog>
      );
    case 'halt':
      return (
        <ActionDialog
          title={`Halt the canary of ${what}?`}
          confirm="Halt"
          isDangerous
          reason="required"
          done={`The canary of ${what} in ${env} is halted: every visitor gets the live version of it.`}
          act={(reason) => halt({ env, seq, canary: id, reason }).unwrap()}
          onClose={onClose}
        >
          <Typography>
            In {env}, {formatAudience(canary)} get the live version of {what} again with the next page. Other canaries
            go on.
          </Typography>
        </ActionDialog>
      );
  }
}
