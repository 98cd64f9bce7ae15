import { useDispatch, useSelector } from 'react-redux';
import type { CheckResult, EnvironmentView, ErrorResponse } from '../../api/responses';
import { useCheckMutation } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';
import { draftSlice, emptyDraft, type PromotionDraft, toSelection } from './promotion-draft';

type Drafts = Record<string, PromotionDraft>;

export type GateState =
  | { kind: 'not-run' }
  | { kind: 'running' }
  | { kind: 'failed'; problem: ErrorResponse }
  | { kind: 'done'; result: CheckResult };

export interface Promotion {
  draft: PromotionDraft;
  change: (draft: Partial<PromotionDraft>) => void;
  finish: () => void;
  selection: ReturnType<typeof toSelection>;
  hasChoice: boolean;
  gates: GateState;
  runGates: () => void;
}

/** The draft of a promotion for an environment, and the result of the gates for it. */
export function usePromotion({ name: env, seq }: EnvironmentView): Promotion {
  const dispatch = useDispatch();
  const draft = useSelector((state: { drafts: Drafts }) => state.drafts[env]) ?? emptyDraft;
  const [check, checked] = useCheckMutation();
  const selection = toSelection(env, draft);
  // The result of the gates is outdated after another choice or another change of the environment.
  const currentKey = JSON.stringify([selection, seq]);
  const checkedKey = checked.originalArgs && JSON.stringify([checked.originalArgs, seq]);
  const isCurrent = currentKey === checkedKey;
  return {
    draft,
    change: (next) => void dispatch(draftSlice.actions.draftChanged({ env, draft: next })),
    finish: () => {
      dispatch(draftSlice.actions.draftDone(env));
      checked.reset();
    },
    selection,
    hasChoice: selection.releases.length + selection.removedApps.length > 0,
    gates: isCurrent ? toGateState(checked) : { kind: 'not-run' },
    runGates: () => void check(selection),
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
  const problem = getErrorResponse(error);
  if (problem) return { kind: 'failed', problem };
  return data ? { kind: 'done', result: data } : { kind: 'not-run' };
}
