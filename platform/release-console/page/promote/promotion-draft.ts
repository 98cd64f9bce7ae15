import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { parseRegions, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import type { CanaryAudience } from '../../api/responses';

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

export const emptyDraft: PromotionDraft = {
  choices: {},
  removedPaths: '',
  audience: 'canary',
  canaryShare: 10,
  isForStaff: false,
  regions: '',
  reason: '',
  isForced: false,
};

/** Drafts by environment. They survive a change of view and an error. */
const initialState: Record<string, PromotionDraft> = {};

export const draftSlice = createSlice({
  name: 'drafts',
  initialState,
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
export function toSelection(env: string, { choices, removedPaths }: PromotionDraft) {
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
