import { Mismatch, NotChecked, readErrorText } from './assertions';
import type { Check } from './check';
import { additionChecks, additions } from './checks/addition.checks';
import { browserChecks } from './checks/browser.checks';
import { orderChecks } from './checks/order.checks';
import { paymentChecks } from './checks/payment.checks';
import { productChecks } from './checks/product.checks';
import { storeInfoChecks } from './checks/store-info.checks';
import { userChecks } from './checks/user.checks';
import { type ApiClient, createApiClient, RunEndedError } from './client';
import { createShop, type RunOptions, type Shop } from './shop';

export interface CheckOptions extends RunOptions {
  /** Milliseconds that each call may take. */
  timeoutMs: number;
}

/** What became of one check. `notAnnounced`: the server has no such addition, which is right. */
export type Outcome =
  | { kind: 'passed' | 'notAnnounced' }
  | { kind: 'failed'; expected: string; received: string }
  | { kind: 'notChecked'; reason: string };

export interface CheckResult extends Pick<Check, 'statement' | 'title' | 'addition'> {
  outcome: Outcome;
}

/** Receives what happens in a run. */
export interface RunReport {
  /** The account has signed in, and the checks begin. */
  begin(): void;
  result(result: CheckResult): void;
}

export interface RunSummary {
  results: CheckResult[];
  /** Calls that had a response. */
  callCount: number;
  /** Ids of the orders that the run has placed. */
  orderIds: string[];
  /** Names of the additions that the server announces. */
  announced: string[];
}

/** Calls of one run at most. A run of a server with every addition takes two thirds of them at most. */
const maxCalls = 300;

/** Every check in the order of a run. The content types of all bodies that were read come last. */
export const checks: readonly Check[] = [
  ...storeInfoChecks,
  ...productChecks,
  ...userChecks,
  ...orderChecks,
  ...paymentChecks,
  ...additionChecks,
  ...browserChecks,
];

/** The run cannot begin, or not continue. The message says why, and what to do. */
export class CannotCheckError extends Error {
  override name = 'CannotCheckError';
}

/**
 * Checks a server against the calls of the specification.
 *
 * @throws {CannotCheckError} When there is no store API at the address, the account cannot sign in, or the server stops answering.
 */
export async function runChecks(options: CheckOptions, report?: RunReport): Promise<RunSummary> {
  const client = createApiClient({ ...options, maxCalls });
  const shop = createShop(client, options);
  await assertUsable(client, options);
  report?.begin();
  const results: CheckResult[] = [];
  for (const check of checks) {
    const { statement, title, addition } = check;
    const outcome = await runCheck(check, shop);
    const result = { statement, title, ...(addition && { addition }), outcome };
    results.push(result);
    report?.result(result);
  }
  return {
    results,
    callCount: client.responses.length,
    orderIds: [...shop.orderIds],
    announced: Object.keys(additions).filter((name) => shop.isAnnounced(name)),
  };
}

/** @throws {CannotCheckError} When no store API is at the address, or when it refuses the account. */
async function assertUsable(client: ApiClient, { apiBase, account }: CheckOptions): Promise<void> {
  const send = (request: Parameters<ApiClient['send']>[0]) =>
    client.send(request).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CannotCheckError(`No server answers at ${apiBase}: ${reason}.`);
    });
  const info = await send({ path: '/storeInfo' });
  const signIn = await send({ path: '/users/authorize', body: account });
  if (info.status === 404 && signIn.status === 404) {
    throw new CannotCheckError(
      `There is no store API at ${apiBase}: GET /storeInfo and POST /users/authorize are 404.`,
    );
  }
  if (signIn.status >= 400 && signIn.status < 500) {
    const reason = readErrorText(signIn) || signIn.status;
    throw new CannotCheckError(`The server refuses the e-mail and the password of ${account.email}: ${reason}`);
  }
}

async function runCheck({ run, addition }: Check, shop: Shop): Promise<Outcome> {
  if (addition && !shop.isAnnounced(addition)) return { kind: 'notAnnounced' };
  try {
    await run(shop);
    return { kind: 'passed' };
  } catch (error) {
    if (error instanceof Mismatch) return { kind: 'failed', expected: error.expected, received: error.received };
    if (error instanceof NotChecked) return { kind: 'notChecked', reason: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RunEndedError) throw new CannotCheckError(reason);
    return { kind: 'failed', expected: 'a response', received: reason };
  }
}
