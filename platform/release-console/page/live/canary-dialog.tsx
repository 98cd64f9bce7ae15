import { Typography } from '@mui/material';
import { type Change, canForce, formatChange } from '@shop/releases/change-model/changes';
import { formatApps, formatAudience } from '@shop/releases/change-model/words';
import type { CanaryView, EnvironmentView } from '@shop/releases/service-api/responses';
import { isAllowed } from '../api/console-api';
import { ActionDialog } from '../components/action-dialog';
import { ChangeList } from '../components/change-list';

/** A new share in percent, every visitor, or none. */
export type CanaryStep = number | 'complete' | 'halt' | 'pause' | 'resume';

export interface CanaryDialogProps {
  environment: EnvironmentView;
  canary: CanaryView;
  step: CanaryStep;
  onClose: () => void;
}

/** Texts of the dialog of a step. */
function describeStep(step: CanaryStep, env: string, canary: CanaryView) {
  const what = formatApps(canary.apps);
  if (step === 'halt') {
    return {
      confirm: 'Halt',
      effect: `In ${env}, ${formatAudience(canary)} get the live version of ${what} again with the next page. Other canaries go on.`,
      done: `The canary of ${what} in ${env} is halted: every visitor gets the live version of it.`,
    };
  }
  if (step === 'pause') {
    return {
      confirm: 'Pause',
      effect: `The canary keeps its share of ${canary.share} % until a person raises it, or resumes the stages.`,
      done: `The stages of ${what} in ${env} are paused.`,
    };
  }
  if (step === 'resume') {
    return {
      confirm: 'Resume',
      effect: 'The time until the next stage starts again.',
      done: `The stages of ${what} in ${env} proceed.`,
    };
  }
  if (step === 'complete') {
    return {
      confirm: 'Complete for every visitor',
      force: 'Complete against the gates',
      effect: `Every visitor of ${env} gets these versions with the next page. Other canaries go on with them, or end when they do not fit.`,
      done: `${what} is live for every visitor of ${env}.`,
    };
  }
  return {
    confirm: `Roll out to ${step} %`,
    force: 'Roll out against the gates',
    effect: `${step} % of the visitors get the canary instead of ${canary.share} %. Visitors who have it keep it.`,
    done: `${step} % of the visitors of ${env} get the canary of ${what}.`,
  };
}

/** Confirms a rollout, completion or halt of the canary. A person with the permission can override the gates. */
export function CanaryDialog({ environment, canary, step, onClose }: CanaryDialogProps) {
  const { changes, apps, id } = canary;
  const common = { env: environment.name, reason: '', canary: id };
  const change: Change =
    typeof step === 'number' || step === 'complete'
      ? { kind: 'rollout', ...common, share: step, isForced: false }
      : { kind: step, ...common };
  const { effect, force, ...texts } = describeStep(step, environment.name, canary);
  return (
    <ActionDialog
      environment={environment}
      {...texts}
      title={`${formatChange(change, apps)}?`}
      isDangerous={step === 'halt'}
      force={isAllowed(environment, 'force', apps) ? force : undefined}
      change={change}
      onClose={onClose}
    >
      <Typography>{effect}</Typography>
      {canForce(change.kind) && <ChangeList changes={changes} label="Changes of the canary" />}
    </ActionDialog>
  );
}
