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

/** `alreadySettled`: the payment or its order had an outcome before. */
export type SettleOutcome = 'accepted' | 'alreadySettled';

export function createPaymentsRepository(db: StoreDatabase) {
  return {
    /** Stores a started payment and returns its reference, which has 100 random bits. */
    async start(attempt: NewPaymentAttempt): Promise<string> {
      const reference = createReference();
      await db
        .insertInto('payment')
        .values({ ...attempt, reference, status: 'started', createdAt: new Date() })
        .execute();
      return reference;
    },

    findByReference(reference: string): Promise<StoredPayment | undefined> {
      return db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirst();
    },

    /** Accepts a payment and changes its order to Processing. Of several concurrent calls, one succeeds. */
    async settle({ reference, orderId }: Pick<StoredPayment, 'reference' | 'orderId'>): Promise<SettleOutcome> {
      return db.transaction().execute(async (transaction) => {
        if (!(await lockPendingOrder(transaction, orderId))) return 'alreadySettled';
        const accepted = await transaction
          .updateTable('payment')
          .set({ status: 'accepted' })
          .where('reference', '=', reference)
          .where('status', '=', 'started')
          .executeTakeFirst();
        if (accepted.numUpdatedRows === 0n) return 'alreadySettled';
        await moveToProcessing(transaction, orderId);
        return 'accepted';
      });
    },

    /** Declines a payment for good. The order stays Pending. */
    async decline(reference: string): Promise<'declined' | 'alreadySettled'> {
      const declined = await db
        .updateTable('payment')
        .set({ status: 'declined' })
        .where('reference', '=', reference)
        .where('status', '=', 'started')
        .executeTakeFirst();
      return declined.numUpdatedRows === 0n ? 'alreadySettled' : 'declined';
    },

    /** Accepts a payment that is due on delivery. */
    async acceptCashOnDelivery(attempt: NewPaymentAttempt): Promise<SettleOutcome> {
      return db.transaction().execute(async (transaction) => {
        if (!(await lockPendingOrder(transaction, attempt.orderId))) return 'alreadySettled';
        await transaction
          .insertInto('payment')
          .values({ ...attempt, reference: createReference(), status: 'accepted', createdAt: new Date() })
          .execute();
        await moveToProcessing(transaction, attempt.orderId);
        return 'accepted';
      });
    },
  };
}

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

function createReference(): string {
  return `P${createHumanReadableCode(20)}`;
}

/**
 * Locks an order until the transaction ends, so that two payments of one order run one after the other.
 *
 * @returns False when the order is not Pending.
 */
async function lockPendingOrder(transaction: Transaction<StoreTables>, orderId: string): Promise<boolean> {
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
