import { text } from '@shop/language/format-message';
import { clientNetwork } from '@shop/rate-limit/client-network';
import { createRateLimiter, type RateLimiter } from '@shop/rate-limit/rate-limiter';
import { createSharedRateLimiter } from '@shop/rate-limit/shared-rate-limiter';
import type pg from 'pg';
import { HttpError } from '../errors/http-error';
import type { RateLimits } from '../settings';

/** Refunds an attempt on every limit. A caller calls it when the attempt succeeds, so that only failures count. */
export type RefundAttempt = () => Promise<void>;

/** Seconds in which an account has its number of e-mails. A limit of minutes would allow hundreds a day to a stranger. */
const accountMailSeconds = 24 * 60 * 60;

const searchSeconds = 60;

/**
 * Creates the functions that count the attempts of clients. An IP address counts as its network. Each throws an `HttpError` 429
 * with Retry-After when a limit is reached.
 *
 * @param pool PostgreSQL connections. Servers of one database share their counts. Without it, counts live in this process.
 */
export function createAttemptLimits(limits: RateLimits, pool: pg.Pool | undefined) {
  const create = (name: string, points: number, durationSeconds = limits.windowSeconds): RateLimiter =>
    pool
      ? createSharedRateLimiter(pool, name, { points, durationSeconds })
      : createRateLimiter({ points, durationSeconds });
  const signIns = create('sign-in-address', limits.signInFailuresPerAddress);
  const accountSignIns = create('sign-in-account', limits.signInFailuresPerAccount);
  const registrations = create('registrations', limits.registrationsPerAddress);
  const trackings = create('tracking', limits.trackingFailuresPerAddress);
  const orders = create('orders-address', limits.ordersPerAddress);
  const accountOrders = create('orders-account', limits.ordersPerAccount);
  const payments = create('payments-address', limits.paymentsPerAddress);
  const accountPayments = create('payments-account', limits.paymentsPerAccount);
  const accountMails = create('order-mails-account', limits.orderMailsPerAccount, accountMailSeconds);
  const mails = create('order-mails-address', limits.orderMailsPerAddress);
  // A shared count would cost the database a write for each search.
  const searches = createRateLimiter({ points: limits.searchesPerAddress, durationSeconds: searchSeconds });
  const allMails = create('order-mails', limits.orderMails);
  return {
    /** The account's count is per network: another person must not be able to lock the account for its owner. */
    countSignIn(ip: string, email: string): Promise<RefundAttempt> {
      const network = clientNetwork(ip);
      return countAttempt([signIns, network], [accountSignIns, `${network} ${email}`]);
    },
    countRegistration: (ip: string) => countAttempt([registrations, clientNetwork(ip)]),
    countTracking: (ip: string) => countAttempt([trackings, clientNetwork(ip)]),
    countOrder: (ip: string, accountId: string) =>
      countAttempt([orders, clientNetwork(ip)], [accountOrders, accountId]),
    countPayment: (ip: string, accountId: string) =>
      countAttempt([payments, clientNetwork(ip)], [accountPayments, accountId]),
    countSearch: (ip: string) => countAttempt([searches, clientNetwork(ip)]),
    countOrderMail: (ip: string, accountId: string) =>
      countAttempt([accountMails, accountId], [mails, clientNetwork(ip)], [allMails, 'all']),
  };
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/**
 * Counts an attempt against each limit in order. The count happens before the attempt, so that concurrent attempts
 * cannot exceed a limit. When a limit rejects the attempt, the limits before it get their point back.
 *
 * @param limits Limiters, each with the key of the attempt, for example the network of the client.
 * @throws {HttpError} 429 with Retry-After when a limit is reached.
 */
async function countAttempt(...limits: [RateLimiter, key: string][]): Promise<RefundAttempt> {
  const counted: typeof limits = [];
  const refund = async () => {
    for (const [limiter, key] of counted) await limiter.refund(key);
  };
  for (const [limiter, key] of limits) {
    const result = await limiter.consume(key);
    if (!result.isAllowed) {
      await refund();
      throw new HttpError(429, text('Too many attempts. Please wait a while and try again.'), {
        'retry-after': String(result.retryAfterSeconds),
      });
    }
    counted.push([limiter, key]);
  }
  return refund;
}
