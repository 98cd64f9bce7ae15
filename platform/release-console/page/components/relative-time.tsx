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

/** A relative time, and the exact one: `3 hours ago (Nov 27, 2026, 20:05)`. @param at  ISO date and time, or Unix milliseconds. */
export function RelativeTime({ at }: { at: string | number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()}>
      {formatRelativeTime(at, now)} ({formatDateTime(at)})
    </time>
  );
}
