import { formatConditions } from '@shop/releases/change-model/stages';
import { formatApps } from '@shop/releases/change-model/words';
import type { ChangeResult, NeededApproval, PlanView } from '@shop/releases/service-api/responses';

const units: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats `3 hours ago`. @param at  ISO date and time, or Unix milliseconds. @param now  Unix milliseconds. */
export function formatRelativeTime(at: string | number, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit && size ? relative.format(Math.round(seconds / size), unit) : 'just now';
}

/** Formats `21 Nov 2026, 10:16` in the time zone of the browser. */
export const formatDateTime = (at: string | number) => exact.format(new Date(at));

/**
 * Formats the stages of a canary: `25 % on 24 Nov 2026, 10:15, then 100 % when a person continues`. A paused plan has no time.
 */
export const formatStages = ({ stages, paused, dueAt }: PlanView): string =>
  stages
    .map((stage, index) => {
      if (index > 0 || paused) return `${stage.share} %${formatConditions(stage, formatDateTime)}`;
      const at = formatDateTime(dueAt);
      return stage.waitsForPerson
        ? `${stage.share} % when a person continues, planned for ${at}`
        : `${stage.share} % on ${at}`;
    })
    .join(', then ');

/** Splits typed names, with commas or spaces between them. */
export const splitList = (text: string) => text.split(/[\s,]+/).filter(Boolean);

const choice = new Intl.ListFormat('en', { type: 'disjunction' });

const permissionVerbs: Record<NeededApproval['permission'], string> = {
  promote: 'promote',
  rollback: 'roll back',
  lock: 'lock',
  force: 'force',
  policy: 'change',
};

/** Formats an approval that a change needs: `1 person who may promote mf-payment: ravi or meera`. */
export function formatNeededApproval({ app, people, permission, by }: NeededApproval): string {
  const what = app === '*' ? 'the policy' : app;
  const who = by.length > 0 ? choice.format(by) : 'the policy names no other person';
  return `${people} ${people === 1 ? 'other person' : 'other people'} who may ${permissionVerbs[permission]} ${what}: ${who}`;
}

/** Formats who has approved a request so far: `Approved by ravi`. */
export const formatApprovers = (approvedBy: readonly string[]): string =>
  approvedBy.length > 0 ? `Approved by ${formatApps(approvedBy)}` : 'No person has approved it yet';

/**
 * The message after a change. A change that needs approvals has changed nothing yet.
 *
 * @param request  Names the request that needs them. Default: it is that of the person.
 */
export function formatOutcome(result: ChangeResult, message: string, request = 'Your request'): string {
  if (result.kind !== 'pending') return message;
  const missing = formatApps(result.approval.missing.map(formatNeededApproval));
  return `${request} waits for ${missing || 'an approval'}. Nothing has changed yet.`;
}

/** Formats a number of pages: `1 page`, `1,234 pages`. */
export const formatPages = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`;
