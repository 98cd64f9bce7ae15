import { HttpError } from '../errors/http-error';
import type { OrdersRepository } from '../orders/orders.repository';
import { TooManyUnpaidOrdersError, UnknownProductsError } from '../orders/orders.repository';
import type { PaymentsRepository } from '../payments/payments.repository';
import type { StoreApiMetrics } from './store-api-metrics';

/** Counts the orders that a repository places or rejects. */
export function measureOrders(orders: OrdersRepository, metrics: StoreApiMetrics | undefined): OrdersRepository {
  if (!metrics) return orders;
  return {
    ...orders,
    create: async (...order) => {
      try {
        const placed = await orders.create(...order);
        metrics.recordOrder('placed');
        return placed;
      } catch (error) {
        const isRejection =
          error instanceof UnknownProductsError ||
          error instanceof TooManyUnpaidOrdersError ||
          error instanceof HttpError;
        metrics.recordOrder(isRejection ? 'rejected' : 'failed');
        throw error;
      }
    },
  };
}

/** Counts the payments that a repository starts and settles. */
export function measurePayments(
  payments: PaymentsRepository,
  metrics: StoreApiMetrics | undefined,
): PaymentsRepository {
  if (!metrics) return payments;
  const count = async <Result>(
    settle: () => Promise<Result>,
    getResult: (result: Result) => 'started' | 'accepted' | 'declined' | 'settled',
  ): Promise<Result> => {
    try {
      const result = await settle();
      metrics.recordPayment(getResult(result));
      return result;
    } catch (error) {
      metrics.recordPayment('failed');
      throw error;
    }
  };
  return {
    ...payments,
    start: (attempt) =>
      count(
        () => payments.start(attempt),
        () => 'started',
      ),
    settle: (payment) =>
      count(
        () => payments.settle(payment),
        (result) => (result === 'accepted' ? 'accepted' : 'settled'),
      ),
    decline: (reference) =>
      count(
        () => payments.decline(reference),
        (result) => (result === 'declined' ? 'declined' : 'settled'),
      ),
    acceptCashOnDelivery: (attempt) =>
      count(
        () => payments.acceptCashOnDelivery(attempt),
        (result) => (result === 'accepted' ? 'accepted' : 'settled'),
      ),
  };
}
