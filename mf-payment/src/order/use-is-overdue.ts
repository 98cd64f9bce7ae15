import { useEffect, useState } from 'react';

/** Milliseconds that a page waits for its order. */
const orderTimeoutMs = 4000;

/**
 * True once a call has been running for `orderTimeoutMs`.
 *
 * @param call Identifies the call. Another call has the whole time again.
 */
export function useIsOverdue(isRunning: boolean, call: string | number): boolean {
  const [overdueCall, setOverdueCall] = useState<string | number>();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setOverdueCall(call), orderTimeoutMs);
    return () => clearTimeout(timer);
  }, [isRunning, call]);
  return overdueCall === call;
}
