/** Timeouts in milliseconds of the HTTP server, so that a slow client cannot occupy a connection for long. */
export const serverTimeouts = {
  /** Until a request with its body has arrived. The largest order takes a second on a slow mobile network. */
  requestTimeout: 30_000,
  /** Until the headers of a request have arrived. */
  headersTimeout: 15_000,
  /** Interval of the checks of both timeouts. */
  connectionsCheckingInterval: 2000,
};

/** Milliseconds without a byte after which a connection is closed, for example one whose client reads no response. */
export const connectionTimeout = 60_000;
