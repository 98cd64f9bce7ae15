import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { parseRegions, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import type { CanaryAudience } from '../../api/responses';

/** What of an app is chosen: a version, or that it goes. Apps without a choice stay as they are. */
export type Choice = { kind: 'version'; version: string } | { kind: 'remove' };

/** A promotion that is being put together. */
export interface PromotionDraft {
  choices: Record<string, Choice>;
  /** Paths that may be left without an owner, one a line. */
  removedPaths: string;
  audience: 'canary' | 'everybody';
  /** Hundredths of the visitors. */
  canaryShare: number;
  isForStaff: boolean;
  /** Codes of regions as they are typed, with commas. */
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

/** Drafts by environment: a look at another view, or an error, loses nothing. */
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

/** The part of a draft that the gates look at. */
export function wantedOf(env: string, { choices, removedPaths }: PromotionDraft) {
  const chosen = Object.entries(choices);
  return {
    env,
    releases: chosen.flatMap(([app, choice]) => (choice.kind === 'version' ? [`${app}@${choice.version}`] : [])),
    removedApps: chosen.flatMap(([app, choice]) => (choice.kind === 'remove' ? [app] : [])),
    removedPaths: removedPaths.split(/\s+/).filter(Boolean),
  };
}

/** Codes of the regions that are typed, with commas or spaces; null when one of them is no code. */
export const regionsOf = ({ regions }: Pick<PromotionDraft, 'regions'>) =>
  parseRegions(regions.split(/[\s,]+/).filter(Boolean));

/** Who gets a promotion first; null for everybody at once. */
export function canaryOf(draft: PromotionDraft): CanaryAudience | null {
  if (draft.audience === 'everybody') return null;
  const { canaryShare: share, isForStaff } = draft;
  return pickCanaryAudience({ share, ...(isForStaff ? { staff: true } : {}), regions: regionsOf(draft) ?? [] });
}
