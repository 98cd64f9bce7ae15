import { type Change, canForce, formatChange } from '@shop/releases/change-model/changes';
import { formatApps, formatAudience } from '@shop/releases/change-model/words';
import type { CanaryView } from '@shop/releases/service-api/responses';
import { isAllowed } from '../api/console-api';
import { ActionDialog, type ChangeDialogProps } from '../components/action-dialog';
import { ChangeList } from '../components/change-list';

/** A new share in percent, every visitor, or none. */
export type CanaryStep = number | 'complete' | 'halt' | 'pause' | 'resume';

export interface CanaryDialogProps extends ChangeDialogProps {
  canary: CanaryView;
  step: CanaryStep;
}

/** Texts of the dialog of a step. */
function describeStep(step: CanaryStep, env: string, canary: CanaryView) {
  const what = formatApps(canary.apps);
  switch (step) {
    case 'halt':
      return {
        confirm: 'Halt',
        effect: `In ${env}, ${formatAudience(canary)} get the live version of ${what} again with the next page. Other canaries go on.`,
        done: `The canary of ${what} in ${env} is halted: every visitor gets the live version of it.`,
      };
    case 'pause':
      return {
        confirm: 'Pause',
        effect: `The canary keeps its share of ${canary.share} % until a person raises it, or resumes the stages.`,
        done: `The stages of ${what} in ${env} are paused.`,
      };
    case 'resume':
      return {
        confirm: 'Resume',
        effect: 'The time until the next stage starts again.',
        done: `The stages of ${what} in ${env} proceed.`,
      };
    case 'complete':
      return {
        confirm: 'Complete for every visitor',
        force: 'Complete against the gates',
        effect: `Every visitor of ${env} gets these versions with the next page. Other canaries go on with them, or end when they do not fit.`,
        done: `${what} is live for every visitor of ${env}.`,
      };
    default:
      return {
        confirm: `Roll out to ${step} %`,
        force: 'Roll out against the gates',
        effect: `${step} % of the visitors get the canary instead of ${canary.share} %. Visitors who have it keep it.`,
        done: `${step} % of the visitors of ${env} get the canary of ${what}.`,
      };
  }
}

/** Confirms a rollout, completion or halt of the canary. A person with the permission can override the gates. */
export function CanaryDialog({ environment, canary, step, onClose }: CanaryDialogProps) {
  const { changes, apps, id } = canary;
  const common = { env: environment.name, reason: '', canary: id };
  const change: Change =
    typeof step === 'number' || step === 'complete'
      ? { kind: 'rollout', ...common, share: step, isForced: false }
      : { kind: step, ...common };
  const { force, ...texts } = describeStep(step, environment.name, canary);
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
      {canForce(change.kind) && <ChangeList changes={changes} label="Changes of the canary" />}
    </ActionDialog>
  );
}
