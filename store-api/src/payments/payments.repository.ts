import type { Selectable, Transaction } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { PaymentTable, StoreTables } from '../database/schema';
import { createHumanReadableCode } from '../orders/human-readable-code';
import { getStatusCode } from '../orders/order-status';
import type { PaymentMethod } from './payment-methods';

export type StoredPayment = Selectable<PaymentTable>;

export interface NewPaymentAttempt {
  orderId: string;
  method: PaymentMethod;
  amountPaise: number;
}

/** `over`: the payment, or its order, had been settled before. */
export type SettleOutcome = 'accepted' | 'over';

export function createPaymentsRepository(db: StoreDatabase) {
  return {
    /** Notes that a shopper set out to pay, and returns the payment's reference: 100 random bits. */
    async start(attempt: NewPaymentAttempt): Promise<string> {
      const reference = newReference();
      await db
        .insertInto('payment')
        .values({ ...attempt, reference, status: 'started', createdAt: new Date() })
        .execute();
      return reference;
    },

    findByReference(reference: string): Promise<StoredPayment | undefined> {
      return db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirst();
    },

    /** The bank says yes: the order moves on. Of several that say so at once, one is heard. */
    async settle({ reference, orderId }: Pick<StoredPayment, 'reference' | 'orderId'>): Promise<SettleOutcome> {
      return db.transaction().execute(async (transaction) => {
        if (!(await holdPendingOrder(transaction, orderId))) return 'over';
        const accepted = await transaction
          .updateTable('payment')
          .set({ status: 'accepted' })
          .where('reference', '=', reference)
          .where('status', '=', 'started')
          .executeTakeFirst();
        if (accepted.numUpdatedRows === 0n) return 'over';
        await moveToProcessing(transaction, orderId);
        return 'accepted';
      });
    },

    /** The bank says no. The order stays Pending; this payment cannot be taken up again. */
    async decline(reference: string): Promise<'declined' | 'over'> {
      const declined = await db
        .updateTable('payment')
        .set({ status: 'declined' })
        .where('reference', '=', reference)
        .where('status', '=', 'started')
        .executeTakeFirst();
      return declined.numUpdatedRows === 0n ? 'over' : 'declined';
    },

    /** Takes the shopper's word: nothing is to be paid before the delivery. */
    async acceptCashOnDelivery(attempt: NewPaymentAttempt): Promise<SettleOutcome> {
      return db.transaction().execute(async (transaction) => {
        if (!(await holdPendingOrder(transaction, attempt.orderId))) return 'over';
        await transaction
          .insertInto('payment')
          .values({ ...attempt, reference: newReference(), status: 'accepted', createdAt: new Date() })
          .execute();
        await moveToProcessing(transaction, attempt.orderId);
        return 'accepted';
      });
    },
  };
}

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

function newReference(): string {
  return `P${createHumanReadableCode(20)}`;
}

/**
 * Holds an order until the transaction ends, so that two payments of one order wait for each other; false when the
 * order is not Pending (any more).
 */
async function holdPendingOrder(transaction: Transaction<StoreTables>, orderId: string): Promise<boolean> {
  const order = await transaction
    .selectFrom('customerOrder')
    .select('status')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return order?.status === getStatusCode('Pending');
}

async function moveToProcessing(transaction: Transaction<StoreTables>, orderId: string): Promise<void> {
  await transaction
    .updateTable('customerOrder')
    .set({ status: getStatusCode('Processing') })
    .where('id', '=', orderId)
    .execute();
}
