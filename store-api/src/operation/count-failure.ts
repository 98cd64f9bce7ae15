/**
 * Creates an `onResponse` hook that counts the responses with the status 5xx. It also sees the failure of a hook before the
 * handler, such as the one that stores an Idempotency-Key.
 */
export const countFailure =
  (onFailure: () => void) =>
  async (_request: unknown, reply: { statusCode: number }): Promise<void> => {
    if (reply.statusCode >= 500) onFailure();
  };
