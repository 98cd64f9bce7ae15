import type { CanaryAudience, ChangeNote } from '../../api/responses';

const units: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** `3 hours ago`. @param at ISO date and time. @param now Unix milliseconds. */
export function agoOf(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit && size ? relative.format(Math.round(seconds / size), unit) : 'just now';
}

/** `21 Nov 2026, 10:16`, in the reader's time zone. */
export const momentOf = (at: string) => exact.format(new Date(at));

/** First seven digits, as Git shows a commit. */
export const shortCommit = (commit: string) => commit.slice(0, 7);

/** What an action of the log did, in the past tense. */
export const deedOf: Record<ChangeNote['action'], string> = {
  promote: 'Promoted',
  canary: 'Canary began',
  rollout: 'Rolled out',
  complete: 'Canary completed',
  halt: 'Canary halted',
  rollback: 'Rolled back',
  lock: 'Locked',
  unlock: 'Unlocked',
  repair: 'Repaired',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Who gets a canary, in the plural: `10 % of the visitors, staff, and visitors from KA and MH`. */
export function whoGets({ share, staff, regions = [] }: CanaryAudience): string {
  return list.format([
    ...(share > 0 ? [`${share} % of the visitors`] : []),
    ...(staff ? ['staff'] : []),
    ...(regions.length > 0 ? [`visitors from ${list.format(regions)}`] : []),
  ]);
}

/** Said once a forced change has to be approved. */
export const waitsForSecond = 'Your request waits for a second person.';

/** An app by name, or everything. */
export const appWord = (app: string) => (app === '*' ? 'everything' : app);
