const many = '1000000';

/** Environment variables of a store API whose limits no test reaches. All requests of a test come from one address. */
export const openLimits = {
  LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: many,
  LIMIT_SIGN_IN_FAILURES: many,
  LIMIT_TRACKING_FAILURES: many,
  LIMIT_REGISTRATIONS: many,
  LIMIT_ORDERS_PER_ACCOUNT: many,
  LIMIT_ORDERS: many,
  LIMIT_ORDER_MAILS_PER_ACCOUNT: many,
  LIMIT_ORDER_MAILS: many,
  LIMIT_ALL_ORDER_MAILS: many,
  LIMIT_PAYMENTS_PER_ACCOUNT: many,
  LIMIT_PAYMENTS: many,
  LIMIT_UNPAID_ORDERS: many,
  MAX_SESSIONS_PER_ACCOUNT: '10000',
};
