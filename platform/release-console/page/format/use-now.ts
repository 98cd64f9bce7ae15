import { useEffect, useState } from 'react';

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
