import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { reportSdkErrors } from './report-sdk-errors';
import type { Span, SpanOptions, Tracing } from './span';

/** Milliseconds in which the last spans are sent while a server closes. */
const stopTimeoutMs = 2000;

const propagator = new W3CTraceContextPropagator();

/**
 * Creates the traces of a server. The exporter, the sampler and the batches read the variables `OTEL_*` themselves.
 *
 * @param onError Receives the error of spans that are not sent, once a minute at most.
 */
export function createTracing(serviceName: string, onError: (error: Error) => void = () => {}): Tracing {
  // Before the SDK reads the variables, because it reports invalid ones.
  reportSdkErrors(onError);
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': serviceName }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('@shop/server-runtime');

  const wrap = (span: OtelSpan, parent: Context): Span => {
    const context = trace.setSpan(parent, span);
    return {
      startChild: (name, { attributes = {}, kind = 'internal', startedAt }: SpanOptions = {}) => {
        const options = {
          attributes,
          kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
          ...(startedAt === undefined ? {} : { startTime: startedAt }),
        };
        return wrap(tracer.startSpan(name, options, context), context);
      },
      setName: (name) => void span.updateName(name),
      setAttributes: (attributes) => void span.setAttributes(attributes),
      fail: (error) => {
        if (error instanceof Error) span.setAttribute('error.type', error.name);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => span.end(),
      getHeaders: () => {
        const headers: Record<string, string> = {};
        propagator.inject(context, headers, defaultTextMapSetter);
        return headers;
      },
    };
  };

  return {
    startRequest: (name, headers) => {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      return wrap(tracer.startSpan(name, { kind: SpanKind.SERVER }, parent), parent);
    },
    // A collector that does not answer must not hold up the end of the server.
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(stopTimeoutMs, undefined, { ref: false })]),
  };
}
