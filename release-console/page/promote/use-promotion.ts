import { useDispatch, useSelector } from 'react-redux';
import type { CheckResult, EnvironmentView, Problem } from '../../api/responses';
import { useCheckMutation } from '../api/console-api';
import { problemOf } from '../api/error-response';
import { draftSlice, emptyDraft, type PromotionDraft, wantedOf } from './promotion-draft';

type Drafts = Record<string, PromotionDraft>;

export type GateState =
  | { kind: 'not-run' }
  | { kind: 'running' }
  | { kind: 'failed'; problem: Problem }
  | { kind: 'done'; result: CheckResult };

export interface Promotion {
  draft: PromotionDraft;
  change: (draft: Partial<PromotionDraft>) => void;
  finish: () => void;
  wanted: ReturnType<typeof wantedOf>;
  hasChoice: boolean;
  gates: GateState;
  runGates: () => void;
}

/** The promotion that is being put together for an environment, and what the gates say of it. */
export function usePromotion({ name: env, seq }: EnvironmentView): Promotion {
  const dispatch = useDispatch();
  const draft = useSelector((state: { drafts: Drafts }) => state.drafts[env]) ?? emptyDraft;
  const [check, checked] = useCheckMutation();
  const wanted = wantedOf(env, draft);
  // What the gates said is about these choices, on what was live then: another choice or change makes it old.
  const question = JSON.stringify([wanted, seq]);
  const asked = checked.originalArgs && JSON.stringify([checked.originalArgs, seq]);
  const isCurrent = question === asked;
  return {
    draft,
    change: (next) => void dispatch(draftSlice.actions.draftChanged({ env, draft: next })),
    finish: () => {
      dispatch(draftSlice.actions.draftDone(env));
      checked.reset();
    },
    wanted,
    hasChoice: wanted.releases.length + wanted.removedApps.length > 0,
    gates: isCurrent ? toGateState(checked) : { kind: 'not-run' },
    runGates: () => void check(wanted),
  };
}

function toGateState({
  isLoading,
  data,
  error,
}: {
  isLoading: boolean;
  data?: CheckResult;
  error?: unknown;
}): GateState {
  if (isLoading) return { kind: 'running' };
  const problem = problemOf(error);
  if (problem) return { kind: 'failed', problem };
  return data ? { kind: 'done', result: data } : { kind: 'not-run' };
}
