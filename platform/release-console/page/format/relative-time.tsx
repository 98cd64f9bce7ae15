import { formatDateTime, formatRelativeTime } from './format';
import { useNow } from './use-now';

/** A relative time such as `3 hours ago`, with the exact time in its tooltip. @param at  ISO date and time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  );
}
