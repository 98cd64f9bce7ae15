import type { Selectable, Transaction } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { PaymentTable, StoreTables } from '../database/schema';
import type { PaymentResult } from '../operation/store-api-metrics';
import { createHumanReadableCode } from '../orders/order-id';
import { getStatusCode } from '../orders/order-status';
import type { PaymentMethod } from './payment-methods';

export type StoredPayment = Selectable<PaymentTable>;

export interface NewPaymentAttempt {
  orderId: string;
  method: PaymentMethod;
  amountPaise: number;
}

/** `settled`: the payment or its order had an outcome before. */
export type SettleOutcome = 'accepted' | 'settled';

/** @param onResult Receives the outcome of each payment that is started, settled or declined. */
export function createPaymentsRepository(db: StoreDatabase, onResult: (result: PaymentResult) => void = () => {}) {
  async function report<Result extends PaymentResult>(work: Promise<Result>): Promise<Result> {
    const result = await work.catch((error: unknown) => {
      onResult('failed');
      throw error;
    });
    onResult(result);
    return result;
  }

  return {
    /** Stores a started payment and returns its reference, which has 100 random bits. */
    async start(attempt: NewPaymentAttempt): Promise<string> {
      const reference = createReference();
      const row = { ...attempt, reference, status: 'started' as const, createdAt: new Date() };
      const inserted = db.insertInto('payment').values(row).execute();
      await report(inserted.then(() => 'started' as const));
      return reference;
    },

    findByReference(reference: string): Promise<StoredPayment | undefined> {
      return db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirst();
    },

    /** Accepts a payment and changes its order to Processing. Of several concurrent calls, one succeeds. */
    settle({ reference, orderId }: Pick<StoredPayment, 'reference' | 'orderId'>): Promise<SettleOutcome> {
      const accept = async (transaction: Transaction<StoreTables>) =>
        (await decide(transaction, reference, 'accepted')) ? 'accepted' : 'settled';
      return report(processOrder(orderId, accept));
    },

    /** Declines a payment for good. The order stays Pending. */
    async decline(reference: string): Promise<'declined' | 'settled'> {
      return report(decide(db, reference, 'declined').then((isDecided) => (isDecided ? 'declined' : 'settled')));
    },

    /** Accepts a payment that is due on delivery. */
    acceptCashOnDelivery(attempt: NewPaymentAttempt): Promise<SettleOutcome> {
      const accept = async (transaction: Transaction<StoreTables>) => {
        const row = { ...attempt, reference: createReference(), status: 'accepted' as const, createdAt: new Date() };
        await transaction.insertInto('payment').values(row).execute();
        return 'accepted' as const;
      };
      return report(processOrder(attempt.orderId, accept));
    },
  };

  /** Changes a Pending order to Processing when `accept` accepts its payment, in one transaction. */
  function processOrder(
    orderId: string,
    accept: (transaction: Transaction<StoreTables>) => Promise<SettleOutcome>,
  ): Promise<SettleOutcome> {
    return db.transaction().execute(async (transaction) => {
      if (!(await lockPendingOrder(transaction, orderId))) return 'settled';
      if ((await accept(transaction)) === 'settled') return 'settled';
      await transaction
        .updateTable('customerOrder')
        .set({ status: getStatusCode('Processing') })
        .where('id', '=', orderId)
        .execute();
      return 'accepted';
    });
  }
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

/** Decides a started payment. Returns false when it had an outcome before. */
async function decide(db: StoreDatabase, reference: string, status: 'accepted' | 'declined'): Promise<boolean> {
  const decided = await db
    .updateTable('payment')
    .set({ status })
    .where('reference', '=', reference)
    .where('status', '=', 'started')
    .executeTakeFirst();
  return decided.numUpdatedRows > 0n;
}
