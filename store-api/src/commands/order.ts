import { changeOrderStatus, showOrder } from '../operator/operator-commands';
import { createOrdersRepository } from '../orders/orders.repository';
import { readResult, runCommandLine, runOnDatabase } from './run-command';

/**
 * `npm run order -w store-api -- <id>` shows an order. With `processing`, `shipped`, `delivered` or `cancelled` it changes the
 * status of the order.
 */
await runCommandLine(async (settings) => {
  const [id, status, ...rest] = process.argv.slice(2);
  if (!id || rest.length > 0) {
    return {
      ok: false,
      message: 'Usage: npm run order -w store-api -- <order id> [processing|shipped|delivered|cancelled]',
    };
  }
  return runOnDatabase(settings, {
    request: {
      path: `/operator/orders/${encodeURIComponent(id)}`,
      contentType: 'application/json',
      body: JSON.stringify({ status }),
    },
    readResponse: readResult,
    runDirectly: ({ db }) => {
      const orders = createOrdersRepository(db);
      return status === undefined ? showOrder(orders, id) : changeOrderStatus(orders, id, status);
    },
  });
});
