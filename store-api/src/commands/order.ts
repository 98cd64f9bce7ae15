import { changeOrderStatus } from '../orders/change-order-status';
import { createOrdersRepository } from '../orders/orders.repository';
import { runCommandLine } from './run-command-line';
import { runOperatorCommand } from './run-operator-command';

/** `npm run order -w store-api -- <id> processing|shipped|delivered|cancelled`: changes the status of an order. */
await runCommandLine(async (settings) => {
  const [id, status, ...rest] = process.argv.slice(2);
  if (!id || !status || rest.length > 0) {
    return {
      ok: false,
      message: 'Usage: npm run order -w store-api -- <order id> processing|shipped|delivered|cancelled',
    };
  }
  return runOperatorCommand(settings, {
    path: `/operator/orders/${encodeURIComponent(id)}`,
    contentType: 'application/json',
    body: JSON.stringify({ status }),
    runDirectly: ({ db }) => changeOrderStatus(createOrdersRepository(db), id, status),
  });
});
