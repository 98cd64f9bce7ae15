import { formatStageVisits } from '@shop/releases/canary-analysis/stage-visits';
import type { CanaryView, EnvironmentView, PlanView } from '@shop/releases/service-api/responses';
import { findStageProblem } from '@shop/releases/state/canary-shares';
import { formatStages } from './format';
import { Note } from './layout';
import { listShareHolders } from './share-holders';

export interface StageNoteProps {
  environment: EnvironmentView;
  canary: CanaryView;
  plan: PlanView;
}

/** The stages of a canary, the visits that its next stage waits for, and why that stage waits for the shares of others. */
export function StageNote({ environment, canary, plan }: StageNoteProps) {
  const { stageVisits } = environment.metrics?.canaries.find(({ id }) => id === canary.id) ?? {};
  const problem = findStageProblem(environment.name, canary, listShareHolders(environment));
  return (
    <Note>
      {plan.paused ? `Paused by ${plan.paused.by}: ${plan.paused.reason}. Next: ` : 'Next: '}
      {formatStages(plan)}
      {stageVisits && `; ${formatStageVisits(stageVisits)} at ${canary.share} %`}
      {problem && `. The next stage waits: ${problem}`}
    </Note>
  );
}
