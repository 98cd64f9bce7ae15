import { CanaryPlan } from '@shop/releases/change-model/canary-plan';
import type { CheckResult, EnvironmentView, NeededApproval } from '@shop/releases/service-api/responses';
import { parseGroups, parseRegions, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import * as v from 'valibot';
import { consoleApi } from '../api/console-api';
import { splitList } from '../components/format';
import { usePersonalDraft } from '../components/personal-draft';
import { parseTypedTime } from '../components/typed-time';

/** Choice for an app: a version, or its removal. An app without a choice keeps its live version. */
const Choice = v.variant('kind', [
  v.object({ kind: v.literal('version'), version: v.string() }),
  v.object({ kind: v.literal('remove') }),
]);
export type Choice = v.InferOutput<typeof Choice>;

export const StageUnit = v.picklist(['minutes', 'hours', 'days']);
export type StageUnit = v.InferOutput<typeof StageUnit>;

/** A share of a canary in percent, how long it lasts, and what it waits for after that. */
const StageRow = v.object({
  share: v.number(),
  lasts: v.number(),
  unit: StageUnit,
  /** Whether a person continues. */
  waitsForPerson: v.exactOptional(v.boolean()),
  /** Time before which it does not end, as typed, in the time zone of the browser. Empty: none. */
  until: v.exactOptional(v.string()),
});
export type StageRow = v.InferOutput<typeof StageRow>;

/** Input of a promotion. */
const PromotionDraft = v.object({
  choices: v.record(v.string(), Choice),
  /** Live paths that may lose their owner, one per line. */
  removedPaths: v.string(),
  audience: v.picklist(['canary', 'stages', 'everybody']),
  /** Percent of the visitors. */
  canaryShare: v.number(),
  /** Shares of a canary that the service raises. The time of the last one is not used. */
  stages: v.array(StageRow),
  isForStaff: v.boolean(),
  /** Region codes as typed, with commas. */
  regions: v.string(),
  /** Groups of customers as typed, with commas. */
  groups: v.string(),
  /** Reason for the audit log. A draft of an earlier page has none. */
  reason: v.optional(v.string(), ''),
});
export type PromotionDraft = v.InferOutput<typeof PromotionDraft>;

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
  reason: '',
};

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

/** Parses the typed region codes and names of groups. A list is null when one of its texts is no code or no name. */
export const parseLists = ({ regions, groups }: PromotionDraft) => ({
  regions: parseRegions(splitList(regions)),
  groups: parseGroups(splitList(groups)),
});

const unitMinutes: Readonly<Record<StageUnit, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Parses the typed stages. @returns The first share and the stages after it, or null when they are not a plan. */
export function parseStages({ stages: rows }: Pick<PromotionDraft, 'stages'>): CanaryPlan | null {
  const stages = rows.slice(1).map(({ share }, index) => {
    const { lasts, unit, waitsForPerson, until } = rows[index] ?? { lasts: 0, unit: 'minutes' };
    return {
      share,
      afterMinutes: lasts * unitMinutes[unit],
      ...(waitsForPerson ? { waitsForPerson: true as const } : {}),
      // The plan refuses an empty time.
      ...(until ? { notBefore: parseTypedTime(until)?.toISOString() ?? '' } : {}),
    };
  });
  const plan = { share: rows[0]?.share ?? 0, stages };
  return plan.share > 0 && v.is(CanaryPlan, plan) ? plan : null;
}

/** Parses the audience. @returns Null for every visitor at once; undefined when a field is not filled in correctly. */
export function toAudience(draft: PromotionDraft): CanaryPlan | null | undefined {
  const { audience, canaryShare, isForStaff } = draft;
  if (audience === 'everybody') return null;
  const { regions, groups } = parseLists(draft);
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
  /** The run of the gates for this selection. Empty before it, after another choice, and when another composition is live. */
  gates: { isLoading?: boolean; data?: CheckResult | undefined; error?: unknown };
  runGates: () => void;
  /** Approvals that the change needs. With findings it is an override. */
  needs: readonly NeededApproval[];
}

export interface PromotionProps {
  environment: EnvironmentView;
  promotion: Promotion;
}

/** Leaves out a result of the gates when another composition is live now: other changes, such as a lock, do not concern them. */
export const toCurrentGates = (gates: Promotion['gates'], { live }: EnvironmentView): Promotion['gates'] =>
  gates.data && gates.data.live !== live ? {} : gates;

/** The draft of a promotion for an environment, and the result of the gates for it. */
export function usePromotion(environment: EnvironmentView, person: string): Promotion {
  const { name: env } = environment;
  const [stored, store] = usePersonalDraft(person, `promotion in ${env}`, PromotionDraft);
  const draft = stored ?? emptyDraft;
  const [check, checked] = consoleApi.useCheckMutation();
  const selection = toSelection(env, draft);
  const isCurrent = JSON.stringify(selection) === JSON.stringify(checked.originalArgs);
  const gates = isCurrent ? toCurrentGates(checked, environment) : {};
  const { findings = [], approvals = [], forcedApprovals = [] } = gates.data ?? {};
  return {
    draft,
    change: (next) => store({ ...draft, ...next }),
    finish: () => {
      store(null);
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
