import { text } from 'node:stream/consumers';
import { startTestServer } from '@shop/releases/testing/test-resources';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  service: string;
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Absent in a span that starts a trace. */
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: unknown }[];
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

export interface TraceReceiver {
  /** Address for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  address: string;
  /** Everything that was received, oldest first. */
  spans: readonly ReceivedSpan[];
  /** Returns the bodies of all requests. */
  getText: () => string;
  /** Follows the parents of a span within its trace. @returns The span, its parent, and so on. */
  listAncestry: (span: ReceivedSpan) => ReceivedSpan[];
  /** Closes the receiver and its connections. */
  stop: () => Promise<void>;
}

/**
 * Receives traces on loopback, as a collector of OpenTelemetry does.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp (JSON)
 */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const { origin: address, stop } = await startTestServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const listAncestry = (span: ReceivedSpan): ReceivedSpan[] => {
    const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId);
    return parent ? [span, ...listAncestry(parent)] : [span];
  };
  return {
    address,
    spans,
    getText: () => bodies.join('\n'),
    listAncestry,
    stop,
  };
}
