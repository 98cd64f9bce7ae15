import { setTimeout as sleep } from 'node:timers/promises';

/** The part of `/readyz` that says what a gateway serves. */
interface Readiness {
  environment?: string | null;
  /** Number of the newest change whose live composition and canaries are all served. */
  change?: number | null;
}

export interface WaitOptions {
  /** Address of the shop, or of each gateway, without a slash at the end. */
  addresses: readonly string[];
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
 * the others follow with their next poll of HEAD. Of several gateways those count that respond: a stopped one serves no visitor.
 *
 * @returns Null when the shop serves the change. Else which address serves what at the end, as a part of a message.
 */
export async function waitForShop({ addresses, env, seq, timeoutMs, signal }: WaitOptions): Promise<string | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await Promise.all(
      addresses.map(async (address) => ({ address, ...(await readReadiness(`${address}/readyz`)) })),
    );
    const foreign = found.find(({ environment }) => environment && environment !== env);
    if (foreign) return `${foreign.address} serves the environment ${foreign.environment}`;
    const serving = found.filter(({ environment, change }) => environment && change);
    const old = serving.find(({ change }) => (change ?? 0) < seq);
    if (serving.length > 0 && !old) return null;
    const isOver = signal?.aborted || performance.now() >= deadline;
    if (isOver && old) return `${old.address} serves change ${old.change}`;
    if (isOver) return `${addresses.join(' and ')} does not say which change it serves`;
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
