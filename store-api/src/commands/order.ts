import { runOrderCommand } from '../operator/operator-commands';
import { createOrdersRepository } from '../orders/orders.repository';
import { createPaymentsRepository } from '../payments/payments.repository';
import { readResult, runCommandLine, runOnDatabase } from './run-command';

/**
 * `npm run order -w store-api -- <id>` shows an order. With `processing`, `shipped`, `delivered` or `cancelled` it changes the
 * status of the order, with `paid` it books the money of its UPI payment.
 */
await runCommandLine(async (settings) => {
  const [id, action, reference, ...rest] = process.argv.slice(2);
  if (!id || rest.length > 0) {
    return {
      ok: false,
      message:
        'Usage: npm run order -w store-api -- <order id> [processing|shipped|delivered|cancelled|paid [reference]]',
    };
  }
  return runOnDatabase(settings, {
    request: {
      path: `/operator/orders/${encodeURIComponent(id)}`,
      contentType: 'application/json',
      body: JSON.stringify({ status: action, reference }),
    },
    readResponse: readResult,
    runDirectly: ({ db }) => {
      const repositories = { orders: createOrdersRepository(db), payments: createPaymentsRepository(db) };
      return runOrderCommand(repositories, id, action, reference);
    },
  });
});
