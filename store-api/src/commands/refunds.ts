import { listRefunds, recordRefund } from '../operator/operator-commands';
import { createPaymentsRepository } from '../payments/payments.repository';
import { readResult, runCommandLine, runOnDatabase } from './run-command';

/**
 * `npm run refunds -w store-api` lists the money to refund. With a reference of the list it records that the refund was paid out.
 */
await runCommandLine(async (settings) => {
  const [reference, ...rest] = process.argv.slice(2);
  if (rest.length > 0) return { ok: false, message: 'Usage: npm run refunds -w store-api [-- <reference>]' };
  return runOnDatabase(settings, {
    request: {
      path: '/operator/refunds',
      contentType: 'application/json',
      body: JSON.stringify({ reference }),
    },
    readResponse: readResult,
    runDirectly: ({ db }) => {
      const payments = createPaymentsRepository(db);
      return reference === undefined ? listRefunds(payments) : recordRefund(payments, reference);
    },
  });
});
