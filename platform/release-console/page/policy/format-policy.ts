import { formatApps } from '@shop/releases/change-model/words';
import type { Policy } from '@shop/releases/service-api/responses';
import type { Freeze } from '@shop/releases/state/freezes';
import { formatDateTime } from '../components/format';

/** Formats a policy as JSON, with a part in each line that is easy to compare. */
export const formatPolicy = (policy: Policy): string => `${JSON.stringify(policy, null, 2)}\n`;

const dayNames: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** Formats the times of a freeze: `every Friday, 17:00 to 24:00 (Asia/Kolkata), for mf-payment: Friday evening`. */
export function formatFreeze({ reason, weekly, from = '', to = '', apps }: Freeze): string {
  const times = weekly
    ? `every ${formatApps(weekly.days.map((day) => dayNames[day] ?? day))}, ${weekly.from} to ${weekly.to} (${weekly.timeZone})`
    : `from ${formatDateTime(from)} to ${formatDateTime(to)}`;
  return `${times}${apps && !apps.includes('*') ? `, for ${formatApps(apps)}` : ''}: ${reason}`;
}
