import { setTimeout as sleep } from 'node:timers/promises';

/** The part of `/readyz` that says what a gateway serves. */
interface Readiness {
  environment?: string | null;
  /** Number of the newest change whose live composition and canaries are all served. */
  change?: number | null;
}

export interface WaitOptions {
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
  env: string;
  /** Number of the change. A later change counts too. */
  seq: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

const intervalMs = 100;
const requestTimeoutMs = 5000;

/**
 * Waits until the shop serves a change: its live composition and each of its canaries. Behind a load balancer it asks one gateway;
 * the others follow with their next poll of HEAD.
 *
 * @returns Null when the shop serves the change. Else what the shop served at the end, as the end of a message.
 */
export async function waitForShop({ shopUrl, env, seq, timeoutMs, signal }: WaitOptions): Promise<string | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const { environment, change } = await readReadiness(`${shopUrl}/readyz`);
    if (environment && environment !== env) return `serves the environment ${environment}`;
    if (environment && change && change >= seq) return null;
    const isOver = signal?.aborted || performance.now() >= deadline;
    if (isOver) return change ? `serves change ${change}` : 'does not say which change it serves';
    // An abort ends the pause with a rejection.
    await sleep(intervalMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

/** A shop that does not respond now, or serves nothing yet, may do so with the next request. */
async function readReadiness(url: string): Promise<Readiness> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
    return (await response.json()) ?? {};
  } catch {
    return {};
  }
}
