import type { AppChange } from '../state/composition';
import type { CanaryPlan } from './canary-plan';
import { formatConditions } from './stages';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Formats names: `mf-catalog and mf-payment`. */
export const formatApps = (names: readonly string[]): string => list.format(names);

/** Makes a title of what a person did: `Locked mf-payment`. */
export const formatTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats the name of an app; `*` means all apps. */
export const formatApp = (app: string): string => (app === '*' ? 'all apps' : app);

/** Formats the audience of a canary: `10 % of the visitors, staff, and visitors from KA and MH`. */
export function formatAudience({ share = 0, staff, regions = [], groups = [] }: Partial<CanaryPlan>): string {
  return list.format([
    ...(share > 0 ? [`${share} % of the visitors`] : []),
    ...(staff ? ['staff'] : []),
    ...(regions.length > 0 ? [`visitors from ${list.format(regions)}`] : []),
    ...(groups.length > 0 ? [`customers in ${list.format(groups)}`] : []),
  ]);
}

/** Shortens a commit to seven digits, as Git does. `-dirty` stays. */
export const formatCommit = (commit: string): string => commit.replace(/^([0-9a-f]{7})[0-9a-f]*/, '$1');

/** Formats a number of minutes: `90 minutes`, `1 hour`, `2 days`. */
export function formatMinutes(minutes: number): string {
  const [unit, size] =
    minutes % 1440 === 0
      ? (['day', 1440] as const)
      : minutes % 60 === 0
        ? (['hour', 60] as const)
        : (['minute', 1] as const);
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

type Stages = NonNullable<CanaryPlan['stages']>;

/** Formats stages to come: `25 % after 15 minutes, then 100 % after 1 hour when a person continues`. */
export const formatStages = (stages: Stages): string =>
  stages
    .map((stage) => `${stage.share} % after ${formatMinutes(stage.afterMinutes)}${formatConditions(stage)}`)
    .join(', then ');

/** Formats the stages after what a canary has now: `, then 25 % after 15 minutes`. Empty without stages. */
export const formatThen = (stages: Stages = []): string => (stages.length > 0 ? `, then ${formatStages(stages)}` : '');

/** Formats a canary with its apps, where they are known: `the canary of mf-catalog`. */
export const formatCanaryName = (apps: readonly string[] | null | undefined): string =>
  apps && apps.length > 0 ? `the canary of ${formatApps(apps)}` : 'the canary';

/** Formats what an app is after a change: `mf-catalog 1.1.0`, or `mf-catalog (removed)`. */
export const formatReleases = (changes: readonly AppChange[]): string =>
  list.format(changes.map(({ app, after }) => (after ? `${app} ${after.version}` : `${app} (removed)`)));
