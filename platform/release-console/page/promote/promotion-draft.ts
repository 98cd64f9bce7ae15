import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { CanaryPlan } from '@shop/releases/change-model/canary-plan';
import type { CheckResult, EnvironmentView, NeededApproval } from '@shop/releases/service-api/responses';
import { parseGroups, parseRegions, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { useDispatch, useSelector } from 'react-redux';
import * as v from 'valibot';
import { consoleApi } from '../api/console-api';

/** Choice for an app: a version, or its removal. An app without a choice keeps its live version. */
export type Choice = { kind: 'version'; version: string } | { kind: 'remove' };

export type StageUnit = 'minutes' | 'hours' | 'days';

/** A share of a canary in percent, and how long it lasts. */
export interface StageRow {
  share: number;
  lasts: number;
  unit: StageUnit;
}

/** Input of a promotion. */
export interface PromotionDraft {
  choices: Record<string, Choice>;
  /** Live paths that may lose their owner, one per line. */
  removedPaths: string;
  audience: 'canary' | 'stages' | 'everybody';
  /** Percent of the visitors. */
  canaryShare: number;
  /** Shares of a canary that the service raises. The time of the last one is not used. */
  stages: StageRow[];
  isForStaff: boolean;
  /** Region codes as typed, with commas. */
  regions: string;
  /** Groups of customers as typed, with commas. */
  groups: string;
}

const emptyDraft: PromotionDraft = {
  choices: {},
  removedPaths: '',
  audience: 'canary',
  canaryShare: 10,
  stages: [
    { share: 5, lasts: 15, unit: 'minutes' },
    { share: 25, lasts: 1, unit: 'hours' },
    { share: 100, lasts: 1, unit: 'hours' },
  ],
  isForStaff: false,
  regions: '',
  groups: '',
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

const splitList = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Parses the typed region codes, with commas or spaces. @returns Null when one of them is not a region code. */
export const parseDraftRegions = ({ regions }: Pick<PromotionDraft, 'regions'>) => parseRegions(splitList(regions));

/** Parses the typed names of groups, with commas or spaces. @returns Null when one of them is not a name. */
export const parseDraftGroups = ({ groups }: Pick<PromotionDraft, 'groups'>) => parseGroups(splitList(groups));

const unitMinutes: Readonly<Record<StageUnit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Parses the typed stages. @returns The first share and the stages after it, or null when they are not a plan. */
export function parseStages({ stages: rows }: Pick<PromotionDraft, 'stages'>): CanaryPlan | null {
  const stages = rows.slice(1).map(({ share }, index) => {
    const { lasts, unit } = rows[index] ?? { lasts: 0, unit: 'minutes' };
    return { share, afterMinutes: lasts * unitMinutes[unit] };
  });
  const plan = { share: rows[0]?.share ?? 0, stages };
  return plan.share > 0 && v.is(CanaryPlan, plan) ? plan : null;
}

/** Parses the audience. @returns Null for every visitor at once; undefined when a field is not filled in correctly. */
export function toAudience(draft: PromotionDraft): CanaryPlan | null | undefined {
  const { audience, canaryShare, isForStaff } = draft;
  if (audience === 'everybody') return null;
  const [regions, groups] = [parseDraftRegions(draft), parseDraftGroups(draft)];
  const plan = audience === 'stages' ? parseStages(draft) : { share: canaryShare };
  if (!plan || !regions || !groups) return undefined;
  const { share, stages } = plan;
  const lists = pickCanaryAudience({ share, ...(isForStaff ? { staff: true } : {}), regions, groups });
  return { ...lists, ...(stages ? { stages } : {}) };
}

export interface Promotion {
  draft: PromotionDraft;
  change: (draft: Partial<PromotionDraft>) => void;
  finish: () => void;
  selection: ReturnType<typeof toSelection>;
  hasChoice: boolean;
  /** Apps with a choice. */
  apps: string[];
  /** The run of the gates for this selection. Empty before it, and after another choice. */
  gates: { isLoading?: boolean; data?: CheckResult | undefined; error?: unknown };
  runGates: () => void;
  /** Approvals that the change needs. With findings it is an override. */
  needs: readonly NeededApproval[];
}

/** The draft of a promotion for an environment, and the result of the gates for it. */
export function usePromotion({ name: env }: EnvironmentView): Promotion {
  const dispatch = useDispatch();
  const draft = useSelector((state: { drafts: Drafts }) => state.drafts[env]) ?? emptyDraft;
  const [check, checked] = consoleApi.useCheckMutation();
  const selection = toSelection(env, draft);
  const isCurrent = JSON.stringify(selection) === JSON.stringify(checked.originalArgs);
  const gates: Promotion['gates'] = isCurrent ? checked : {};
  const { findings = [], approvals = [], forcedApprovals = [] } = gates.data ?? {};
  return {
    draft,
    change: (next) => void dispatch(draftSlice.actions.draftChanged({ env, draft: next })),
    finish: () => {
      dispatch(draftSlice.actions.draftDone(env));
      checked.reset();
    },
    selection,
    apps: Object.keys(draft.choices),
    hasChoice: selection.releases.length + selection.removedApps.length > 0,
    gates,
    needs: findings.length > 0 ? forcedApprovals : approvals,
    runGates: () => void check(selection),
  };
}
