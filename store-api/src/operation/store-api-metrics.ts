import { createHttpMetrics, durationBuckets, type HttpMetrics } from '@shop/server-runtime/metrics/http-metrics';
import type pg from 'pg';
import { Counter, Gauge, Histogram } from 'prom-client';

/** `placed`; `rejected`: an unknown product or too many unpaid orders; `failed`: the status 5xx. */
export type OrderResult = 'placed' | 'rejected' | 'failed';

/**
 * `started`: the shopper was sent to the bank; `accepted`: paid, or due on delivery; `declined`: by the bank; `invalid`: the form;
 * `settled`: the order had an outcome before; `failed`: a shopper got the status 5xx.
 */
export type PaymentResult = 'started' | 'accepted' | 'declined' | 'invalid' | 'settled' | 'surplus' | 'failed';

/**
 * `queued`: to be sent; `limited`: not to be sent, because there were too many; `failed`: one of those queued whose last
 * attempt failed.
 */
export type OrderMailResult = 'queued' | 'limited' | 'failed';

/** State that the metrics read when they are requested. */
export interface ObservedState {
  /** Connections to PostgreSQL. Absent for PGlite. */
  pool?: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined;
  /** E-mails that wait for an attempt. */
  countMails: () => number;
}

/** Metrics of a store API. docs/runbook.md says what to do with them. */
export interface StoreApiMetrics extends HttpMetrics {
  recordOrder(result: OrderResult): void;
  recordPayment(result: PaymentResult): void;
  recordOrderMail(result: OrderMailResult): void;
  /** @param operation Kind of the statement: `select`, `insert`. */
  recordQuery(operation: string, isFailure: boolean, seconds: number): void;
  observe(state: ObservedState): void;
}

const orderResults: readonly OrderResult[] = ['placed', 'rejected', 'failed'];
const orderMailResults: readonly OrderMailResult[] = ['queued', 'limited', 'failed'];
const paymentResults: readonly PaymentResult[] = [
  'started',
  'accepted',
  'declined',
  'invalid',
  'settled',
  'surplus',
  'failed',
];

export function createStoreApiMetrics(): StoreApiMetrics {
  const http = createHttpMetrics();
  const registers = [http.registry];
  const labelNames = ['result'] as const;
  const orders = new Counter({ name: 'store_api_orders_total', help: 'Orders by result.', labelNames, registers });
  const payments = new Counter({
    name: 'store_api_payments_total',
    help: 'Payments by result.',
    labelNames,
    registers,
  });
  const orderMails = new Counter({
    name: 'store_api_order_mails_total',
    help: 'E-mails about orders by result: queued, not sent because there were too many, or queued and failed.',
    labelNames,
    registers,
  });
  // A rate of a counter that appears with its first event is zero at that event.
  for (const result of orderResults) orders.inc({ result }, 0);
  for (const result of paymentResults) payments.inc({ result }, 0);
  for (const result of orderMailResults) orderMails.inc({ result }, 0);
  const queries = new Histogram({
    name: 'store_api_database_query_duration_seconds',
    help: 'Duration of database queries by kind and result, without the wait for a connection.',
    labelNames: ['operation', 'result'] as const,
    buckets: [0.001, ...durationBuckets],
    registers,
  });
  return {
    ...http,
    recordOrder: (result) => orders.inc({ result }),
    recordPayment: (result) => payments.inc({ result }),
    recordOrderMail: (result) => orderMails.inc({ result }),
    recordQuery: (operation, isFailure, seconds) =>
      queries.observe({ operation, result: isFailure ? 'failed' : 'done' }, seconds),
    observe: ({ pool, countMails }) => {
      new Gauge({
        name: 'store_api_mail_queue_length',
        help: 'E-mails that wait for an attempt.',
        registers,
        collect() {
          this.set(countMails());
        },
      });
      new Gauge({
        name: 'store_api_database_connections',
        help: 'Connections to PostgreSQL by state: busy or idle; waiting counts the requests that wait for one. Zero for PGlite.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
          this.set({ state: 'busy' }, totalCount - idleCount);
          this.set({ state: 'idle' }, idleCount);
          this.set({ state: 'waiting' }, waitingCount);
        },
      });
    },
  };
}

/**
 * Creates an `onResponse` hook that counts the responses with the status 5xx. It also sees the failure of a hook before the
 * handler, such as the one that stores an Idempotency-Key.
 */
export const countFailure =
  (onFailure: () => void) =>
  async (_request: unknown, reply: { statusCode: number }): Promise<void> => {
    if (reply.statusCode >= 500) onFailure();
  };
