import { createHttpMetrics, durationBuckets } from '@shop/server-runtime/metrics/http-metrics';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CacheSource } from '../data/revalidating-cache';
import type { NotRenderedCause } from '../rendering/page-result';
import type { RendererPool } from '../rendering/renderer-pool';

/** What the gateway calls the release store for. */
export type StoreOperation = 'head' | 'file' | 'telemetry';

/** State that the metrics read when they are requested. */
export interface ObservedState {
  /** Sequence number of the live composition; null while there is none. */
  getSeq: () => number | null;
  /** Number of running canaries. */
  countCanaries: () => number;
  /** Processes that render pages. */
  countProcesses: () => RendererPool['processes'];
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

/** Releases whose errors are counted. A beacon names releases of served compositions only. */
const maxReleases = 100;

/** Creates the metrics of a gateway. docs/runbook.md says what to do with them. */
export function createGatewayMetrics() {
  const http = createHttpMetrics();
  const registers = [http.registry];
  const createCounter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const createGauge = (name: string, help: string, collect: (gauge: Gauge) => void, ...labelNames: string[]) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        collect(this);
      },
    });
  const sources = createCounter(
    'gateway_page_cache_requests_total',
    'Documents by where they come from: hit, stale, miss, or bypass of the page cache.',
    'source',
  );
  const renders = new Histogram({
    name: 'gateway_render_duration_seconds',
    help: 'Time to make a document that is not in the page cache, by app and result.',
    labelNames: ['app', 'result'] as const,
    buckets: durationBuckets,
    registers,
  });
  const fallbacks = createCounter(
    'gateway_render_fallbacks_total',
    'Documents without content that browsers render, by app and cause.',
    'app',
    'cause',
  );
  const processFailures = createCounter(
    'gateway_render_process_failures_total',
    'Processes that render pages and were stopped after a failure. The gateway starts them again.',
  );
  const storeErrors = createCounter(
    'gateway_release_store_errors_total',
    'Failed calls of the release store by operation: head, file or telemetry.',
    'operation',
  );
  const pageErrors = createCounter(
    'gateway_page_errors_total',
    'Errors that pages report in beacons, by app and version.',
    'app',
    'version',
  );
  const policyViolations = createCounter(
    'gateway_policy_violations_total',
    'Violations of the content security policy that browsers report, by directive and app. Extensions cause many.',
    'directive',
    'app',
  );
  for (const operation of ['head', 'file', 'telemetry'] as const) storeErrors.inc({ operation }, 0);
  for (const source of ['hit', 'stale', 'miss', 'bypass'] as const) sources.inc({ source }, 0);
  const releases = new LRUCache<string, { app: string; version: string }>({
    max: maxReleases,
    dispose: (labels) => pageErrors.remove(labels),
  });
  // From the start on: a gateway that restarts while the release store is unreachable has an age too.
  let headReadAt = Date.now();
  createGauge(
    'gateway_head_age_seconds',
    'Seconds since HEAD was read and verified, and before the first time since the start.',
    (gauge) => gauge.set((Date.now() - headReadAt) / 1000),
  );
  return {
    ...http,
    recordPageSource: (source: CacheSource | 'bypass') => sources.inc({ source }),
    /** @param cause Why the document has no content; null when it has it. */
    recordRender: (app: string, cause: NotRenderedCause | null, seconds: number) => {
      renders.observe({ app, result: cause === null ? 'content' : 'fallback' }, seconds);
      if (cause !== null) fallbacks.inc({ app, cause });
    },
    /** @param directive A directive of the content security policy, or `other`. */
    recordPolicyViolation: (directive: string, app: string) => policyViolations.inc({ directive, app }),
    recordProcessFailure: () => processFailures.inc(),
    recordHeadPoll: (isSuccess: boolean) => {
      if (isSuccess) headReadAt = Date.now();
      else storeErrors.inc({ operation: 'head' });
    },
    recordStoreError: (operation: StoreOperation) => storeErrors.inc({ operation }),
    /** @param release App, version and digest, as beacons name it: `mf-catalog/1.2.0-0123456789ab`. */
    recordPageErrors: (release: string, errors: number) => {
      if (errors === 0) return;
      const [app = '', id = ''] = release.split('/');
      const version = id.replace(/-[0-9a-f]{12}$/, '');
      const labels = { app, version };
      if (!releases.get(`${app}/${version}`)) releases.set(`${app}/${version}`, labels);
      pageErrors.inc(labels, errors);
    },
    observe: ({ getSeq, countCanaries, countProcesses }: ObservedState) => {
      const seqHelp = 'Sequence number of the live composition. 0 while there is none.';
      createGauge('gateway_composition_seq', seqHelp, (gauge) => gauge.set(getSeq() ?? 0));
      createGauge('gateway_active_canaries', 'Running canaries.', (gauge) => gauge.set(countCanaries()));
      const setProcesses = (gauge: Gauge) => {
        for (const [state, count] of Object.entries(countProcesses())) gauge.set({ state }, count);
      };
      const processesHelp = 'Processes that render pages, by state: ready or starting.';
      createGauge('gateway_render_processes', processesHelp, setProcesses, 'state');
    },
  };
}
