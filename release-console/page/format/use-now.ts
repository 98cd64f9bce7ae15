import { useEffect, useState } from 'react';

const interval = 30_000;

/** Unix milliseconds, renewed twice a minute, so that "3 minutes ago" grows old on its own. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, []);
  return now;
}
