/** Values that describe a span. They contain no personal data, no query and no token. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  attributes?: SpanAttributes;
  /** `client` for a call of another server. Default: `internal`. */
  kind?: 'client' | 'internal';
  /** Start in Unix milliseconds. Default: now. */
  startedAt?: number;
}

/** One timed step of a trace. */
export interface Span {
  /** Starts a step of this step. */
  startChild(name: string, options?: SpanOptions): Span;
  setName(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the step as failed. The name of the error is stored, and its message is not: it may quote data. */
  fail(error?: unknown): void;
  end(): void;
  /** Headers that let another server continue the trace. @see https://www.w3.org/TR/trace-context/ */
  getHeaders(): Record<string, string>;
}

/** Sends the spans of a server. */
export interface Tracing {
  /**
   * Starts the span of a request.
   *
   * @param headers Headers of the caller, whose trace the span continues. Empty starts a trace.
   */
  startRequest(name: string, headers: Readonly<Record<string, unknown>>): Span;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}
