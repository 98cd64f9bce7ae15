import type { QueryObserver } from '@shop/database/open-database';
import { getRequestScope } from '@shop/server-runtime/request-scope';
import type { StoreApiMetrics } from './store-api-metrics';

/**
 * Creates an observer that measures queries and adds them to the trace of their request. Neither contains the statement, only
 * its kind and its first table.
 */
export const createQueryObserver =
  (metrics: Pick<StoreApiMetrics, 'recordQuery'> | undefined): QueryObserver =>
  ({ level, query, queryDurationMillis }) => {
    const operation = query.query.kind.replace(/(Query)?Node$/, '').toLowerCase();
    const isFailure = level === 'error';
    metrics?.recordQuery(operation, isFailure, queryDurationMillis / 1000);
    const parent = getRequestScope()?.span;
    if (!parent) return;
    const [, table] = /\b(?:from|into|update)\s+"(\w+)"/.exec(query.sql) ?? [];
    const span = parent.startChild(table ? `${operation} ${table}` : operation, {
      kind: 'client',
      startedAt: Date.now() - queryDurationMillis,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
    });
    if (isFailure) span.fail();
    span.end();
  };
