import { useEffect, useState } from 'react';
import { formatDateTime, formatRelativeTime } from './format';

/** Milliseconds after which relative times are formatted again. */
const interval = 30_000;

/** Current time in Unix milliseconds. It changes twice a minute, so that relative times stay correct. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A relative time such as `3 hours ago`, with the exact time in its tooltip. @param at  ISO date and time, or Unix milliseconds. */
export function RelativeTime({ at }: { at: string | number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  );
}
