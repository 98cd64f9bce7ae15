import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CanaryView, EnvironmentView } from '../../api/responses';
import { ActionDialog } from '../actions/action-dialog';
import { can } from '../actions/permission';
import { useHaltMutation, useRolloutMutation } from '../api/console-api';
import { ChangeList } from '../changes/change-list';
import { waitsForSecond, whoGets } from '../format/format';

export type CanaryStep = { kind: 'rollout'; share: number } | { kind: 'complete' } | { kind: 'halt' };

export interface CanaryDialogProps {
  environment: EnvironmentView;
  canary: CanaryView;
  step: CanaryStep;
  onClose: () => void;
}

/** Asks before a canary goes to more visitors, to everybody, or back. A step that the gates refuse can be forced. */
export function CanaryDialog({ environment, canary, step, onClose }: CanaryDialogProps) {
  const { name: env } = environment;
  const [seq] = useState(environment.seq);
  const [rollout] = useRolloutMutation();
  const [halt] = useHaltMutation();
  const { changes } = canary;
  const changeList = <ChangeList changes={changes} label="What they get" />;
  const apps = changes.map(({ app }) => app);
  const mayForce = can(environment, 'force', apps);
  const raiseTo = (share: number | 'complete') => async (reason: string, isForced: boolean) => {
    const outcome = await rollout({ env, seq, share, isForced, reason }).unwrap();
    return outcome.kind === 'waits' ? waitsForSecond : null;
  };
  switch (step.kind) {
    case 'rollout':
      return (
        <ActionDialog
          title={`Roll out to ${step.share} %?`}
          confirm={`Roll out to ${step.share} %`}
          {...(mayForce ? { force: 'Roll out against the gates' } : {})}
          reason="optional"
          done={`${step.share} % of the visitors of ${env} get the canary.`}
          act={raiseTo(step.share)}
          onClose={onClose}
        >
          <Typography>
            {step.share} % of the visitors get the canary instead of {canary.share} %. Whoever has it keeps it.
          </Typography>
          {changeList}
        </ActionDialog>
      );
    case 'complete':
      return (
        <ActionDialog
          title="Complete the canary?"
          confirm="Complete for everybody"
          {...(mayForce ? { force: 'Complete against the gates' } : {})}
          reason="optional"
          done={`The canary is live for everybody in ${env}.`}
          act={raiseTo('complete')}
          onClose={onClose}
        >
          <Typography>Everybody in {env} gets this with their next page:</Typography>
          {changeList}
        </ActionDialog>
      );
    case 'halt':
      return (
        <ActionDialog
          title="Halt the canary?"
          confirm="Halt"
          isDangerous
          reason="required"
          done={`The canary in ${env} is halted: everybody is back on what was live.`}
          act={(reason) => halt({ env, seq, reason }).unwrap()}
          onClose={onClose}
        >
          <Typography>
            In {env}, {whoGets(canary)} go back to what is live with their next page.
          </Typography>
        </ActionDialog>
      );
  }
}
