import type { Selectable, Transaction } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { PaymentTable, StoreTables } from '../database/schema';
import type { PaymentResult } from '../operation/store-api-metrics';
import { createHumanReadableCode } from '../orders/order-id';
import { getStatusCode, getStatusName, type OrderStatusName } from '../orders/order-status';
import type { PaymentNotes } from './payment-form';
import { isUpi, type PaymentMethod, paymentMethods } from './payment-methods';

/** A payment with the status code of its order. */
export type StoredPayment = Selectable<PaymentTable> & { orderStatus: number };

/** Money that the shop owes to a shopper. */
export interface DueRefund {
  reference: string;
  orderId: string;
  method: PaymentMethod;
  paise: number;
  /** Since when the shop owes it. */
  surplusAt: Date;
}

export interface NewPaymentAttempt {
  orderId: string;
  method: PaymentMethod;
  amountPaise: number;
  notes: PaymentNotes;
}

/** `settled`: the payment or its order had an outcome before. */
export type SettleOutcome = 'accepted' | 'settled';

/** `surplus`: the order is cancelled or has another payment, and the money is to be refunded. `settled`: it was booked before. */
export type ReceiveOutcome = SettleOutcome | 'surplus';

/** Selects payments with the status codes of their orders. */
const selectPayments = (db: StoreDatabase) =>
  db
    .selectFrom('payment')
    .innerJoin('customerOrder', 'customerOrder.id', 'payment.orderId')
    .selectAll('payment')
    .select('customerOrder.status as orderStatus');

/** @param onResult Receives the outcome of each payment that is started, settled or declined. Routes count failures. */
export function createPaymentsRepository(db: StoreDatabase, onResult: (result: PaymentResult) => void = () => {}) {
  async function report<Result extends PaymentResult>(work: Promise<Result>): Promise<Result> {
    const result = await work;
    onResult(result);
    return result;
  }

  return {
    /** Stores a started payment and returns its reference, which has 100 random bits. */
    async start(attempt: NewPaymentAttempt): Promise<string> {
      const reference = createReference();
      const inserted = db
        .insertInto('payment')
        .values(createRow(attempt, reference, 'started'))
        .execute();
      await report(inserted.then(() => 'started' as const));
      return reference;
    },

    findByReference(reference: string): Promise<StoredPayment | undefined> {
      return selectPayments(db).where('reference', '=', reference).executeTakeFirst();
    },

    /** Lists the UPI payments of an order, the newest first. */
    listUpi(orderId: string): Promise<StoredPayment[]> {
      return selectPayments(db)
        .where('orderId', '=', orderId)
        .where('method', 'in', paymentMethods.filter(isUpi))
        .orderBy('payment.createdAt', 'desc')
        .execute();
    },

    /** Accepts a payment and changes its order to Processing. Of several concurrent calls, one succeeds. */
    settle({ reference, orderId }: Pick<StoredPayment, 'reference' | 'orderId'>): Promise<SettleOutcome> {
      const accept = async (transaction: Transaction<StoreTables>) =>
        (await decide(transaction, reference, 'accepted')) ? 'accepted' : 'settled';
      return report(processOrder(orderId, accept));
    },

    /**
     * Books money that has arrived, as by UPI. It pays the order, unless the order is cancelled or has an accepted payment: then the
     * money is recorded for a refund. A Pending order becomes Processing. A repeated call changes nothing.
     */
    receive({ reference, orderId }: Pick<StoredPayment, 'reference' | 'orderId'>): Promise<ReceiveOutcome> {
      return report(db.transaction().execute((transaction) => bookArrival(transaction, reference, orderId)));
    },

    /**
     * Records a further credit of a payment whose money has arrived, for a refund. A repeated call changes nothing.
     *
     * @param bankNumber  Number of the credit at the bank. It becomes the reference of the refund.
     */
    receiveAgain(payment: StoredPayment, bankNumber: string): Promise<ReceiveOutcome> {
      return report(bookFurtherCredit(db, payment, bankNumber));
    },

    /** Lists the money to refund, the oldest first. @param limit Maximum number of entries. */
    async listDueRefunds(limit: number): Promise<DueRefund[]> {
      const rows = await db
        .selectFrom('payment')
        .select(['reference', 'orderId', 'method', 'amountPaise', 'surplusAt'])
        .where('surplusAt', 'is not', null)
        .where('refundedAt', 'is', null)
        .orderBy('surplusAt')
        .limit(limit)
        .execute();
      return rows.map(({ amountPaise, surplusAt, ...row }) => ({
        ...row,
        paise: Number(amountPaise),
        surplusAt: surplusAt as Date,
      }));
    },

    /** Records that a refund was paid out. Returns false when none is due for the reference. */
    async recordRefund(reference: string): Promise<boolean> {
      const recorded = await db
        .updateTable('payment')
        .set({ refundedAt: new Date() })
        .where('reference', '=', reference)
        .where('surplusAt', 'is not', null)
        .where('refundedAt', 'is', null)
        .executeTakeFirst();
      return recorded.numUpdatedRows > 0n;
    },

    /** Declines a payment for good. The order stays Pending. */
    async decline(reference: string): Promise<'declined' | 'settled'> {
      return report(decide(db, reference, 'declined').then((isDecided) => (isDecided ? 'declined' : 'settled')));
    },

    /** Accepts a payment that is due on delivery. */
    acceptCashOnDelivery(attempt: NewPaymentAttempt): Promise<SettleOutcome> {
      const accept = async (transaction: Transaction<StoreTables>) => {
        await transaction
          .insertInto('payment')
          .values(createRow(attempt, createReference(), 'accepted'))
          .execute();
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
      if ((await lockOrder(transaction, orderId)) !== 'Pending') return 'settled';
      if ((await accept(transaction)) === 'settled') return 'settled';
      await startProcessing(transaction, orderId);
      return 'accepted';
    });
  }
}

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

function createReference(): string {
  return `P${createHumanReadableCode(20)}`;
}

const createRow = ({ notes, ...attempt }: NewPaymentAttempt, reference: string, status: 'started' | 'accepted') => ({
  ...attempt,
  reference,
  status,
  notes: JSON.stringify(notes),
  createdAt: new Date(),
});

/** Locks an order until the transaction ends, so that two payments of one order run one after the other. Returns its status. */
async function lockOrder(transaction: Transaction<StoreTables>, orderId: string): Promise<OrderStatusName> {
  const { status } = await transaction
    .selectFrom('customerOrder')
    .select('status')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return getStatusName(status);
}

/** Tells whether an order has an accepted payment. */
async function isPaid(transaction: Transaction<StoreTables>, orderId: string): Promise<boolean> {
  const payment = await transaction
    .selectFrom('payment')
    .select('reference')
    .where('orderId', '=', orderId)
    .where('status', '=', 'accepted')
    .executeTakeFirst();
  return payment !== undefined;
}

/** Books money of a payment: as the payment of its order, or for a refund. */
async function bookArrival(
  transaction: Transaction<StoreTables>,
  reference: string,
  orderId: string,
): Promise<ReceiveOutcome> {
  const status = await lockOrder(transaction, orderId);
  const isSurplus = status === 'Cancelled' || (await isPaid(transaction, orderId));
  const booked = await transaction
    .updateTable('payment')
    .set(isSurplus ? { surplusAt: new Date() } : { status: 'accepted' })
    .where('reference', '=', reference)
    .where('status', '!=', 'accepted')
    .where('surplusAt', 'is', null)
    .executeTakeFirst();
  if (booked.numUpdatedRows === 0n) return 'settled';
  if (isSurplus) return 'surplus';
  if (status === 'Pending') await startProcessing(transaction, orderId);
  return 'accepted';
}

/** Books a further credit for a refund. A number that is booked already stays as it is. */
async function bookFurtherCredit(
  db: StoreDatabase,
  { orderId, method, amountPaise }: StoredPayment,
  bankNumber: string,
): Promise<ReceiveOutcome> {
  const attempt = { orderId, method, amountPaise: Number(amountPaise), notes: {} };
  const inserted = await db
    .insertInto('payment')
    .values({ ...createRow(attempt, bankNumber, 'started'), surplusAt: new Date() })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  return inserted ? 'surplus' : 'settled';
}

async function startProcessing(transaction: Transaction<StoreTables>, orderId: string): Promise<void> {
  const status = getStatusCode('Processing');
  await transaction.updateTable('customerOrder').set({ status }).where('id', '=', orderId).execute();
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
