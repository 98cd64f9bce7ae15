import { moveOrder } from '../orders/move-order';
import { ordersRepository } from '../orders/orders.repository';
import { commandLine } from './command-line';
import { runCommand } from './running-server';

/** `npm run order -- <id> processing|shipped|delivered|cancelled`: moves an order on. */
await commandLine(async (settings) => {
  const [id, status, ...rest] = process.argv.slice(2);
  if (!id || !status || rest.length > 0) {
    return { ok: false, sentence: 'Usage: npm run order -- <order id> processing|shipped|delivered|cancelled' };
  }
  return runCommand(settings, {
    path: `/operator/orders/${encodeURIComponent(id)}`,
    contentType: 'application/json',
    body: JSON.stringify({ status }),
    directly: ({ db }) => moveOrder(ordersRepository(db), id, status),
  });
});
