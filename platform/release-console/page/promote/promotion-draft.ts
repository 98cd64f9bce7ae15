import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CanaryAudience, CheckResult, EnvironmentView } from '@shop/releases/service-api/responses';
import { parseRegions, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { useDispatch, useSelector } from 'react-redux';
import { consoleApi } from '../api/console-api';

/** Choice for an app: a version, or its removal. An app without a choice keeps its live version. */
export type Choice = { kind: 'version'; version: string } | { kind: 'remove' };

/** Input of a promotion. */
export interface PromotionDraft {
  choices: Record<string, Choice>;
  /** Live paths that may lose their owner, one per line. */
  removedPaths: string;
  audience: 'canary' | 'everybody';
  /** Percent of the visitors. */
  canaryShare: number;
  isForStaff: boolean;
  /** Region codes as typed, with commas. */
  regions: string;
  reason: string;
  isForced: boolean;
}

const emptyDraft: PromotionDraft = {
  choices: {},
  removedPaths: '',
  audience: 'canary',
  canaryShare: 10,
  isForStaff: false,
  regions: '',
  reason: '',
  isForced: false,
};

type Drafts = Record<string, PromotionDraft>;

/** Drafts by environment. They survive a change of view and an error. */
export const draftSlice = createSlice({
  name: 'drafts',
  initialState: {} as Drafts,
  reducers: {
    draftChanged: (drafts, { payload }: PayloadAction<{ env: string; draft: Partial<PromotionDraft> }>) => {
      drafts[payload.env] = { ...emptyDraft, ...drafts[payload.env], ...payload.draft };
    },
    draftDone: (drafts, { payload: env }: PayloadAction<string>) => {
      delete drafts[env];
    },
  },
});

/** The part of a draft that the gates check. */
function toSelection(env: string, { choices, removedPaths }: PromotionDraft) {
  const chosen = Object.entries(choices);
  return {
    env,
    releases: chosen.flatMap(([app, choice]) => (choice.kind === 'version' ? [`${app}@${choice.version}`] : [])),
    removedApps: chosen.flatMap(([app, choice]) => (choice.kind === 'remove' ? [app] : [])),
    removedPaths: removedPaths.split(/\s+/).filter(Boolean),
  };
}

/** Parses the typed region codes, with commas or spaces. @returns Null when one of them is not a region code. */
export const parseDraftRegions = ({ regions }: Pick<PromotionDraft, 'regions'>) =>
  parseRegions(regions.split(/[\s,]+/).filter(Boolean));

/** The audience of the canary; null for every visitor at once. */
export function toAudience(draft: PromotionDraft): CanaryAudience | null {
  if (draft.audience === 'everybody') return null;
  const { canaryShare: share, isForStaff } = draft;
  return pickCanaryAudience({ share, ...(isForStaff ? { staff: true } : {}), regions: parseDraftRegions(draft) ?? [] });
}

export interface Promotion {
  draft: PromotionDraft;
  change: (draft: Partial<PromotionDraft>) => void;
  finish: () => void;
  selection: ReturnType<typeof toSelection>;
  hasChoice: boolean;
  /** The run of the gates for this selection. Empty before it, and after another choice. */
  gates: { isLoading?: boolean; data?: CheckResult | undefined; error?: unknown };
  runGates: () => void;
}

/** The draft of a promotion for an environment, and the result of the gates for it. */
export function usePromotion({ name: env }: EnvironmentView): Promotion {
  const dispatch = useDispatch();
  const draft = useSelector((state: { drafts: Drafts }) => state.drafts[env]) ?? emptyDraft;
  const [check, checked] = consoleApi.useCheckMutation();
  const selection = toSelection(env, draft);
  const isCurrent = JSON.stringify(selection) === JSON.stringify(checked.originalArgs);
  return {
    draft,
    change: (next) => void dispatch(draftSlice.actions.draftChanged({ env, draft: next })),
    finish: () => {
      dispatch(draftSlice.actions.draftDone(env));
      checked.reset();
    },
    selection,
    hasChoice: selection.releases.length + selection.removedApps.length > 0,
    gates: isCurrent ? checked : {},
    runGates: () => void check(selection),
  };
}
