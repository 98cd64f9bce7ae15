import * as v from 'valibot';
import type { ReleaseId } from '../release/release';
import type { HaltLimit } from '../state/environment';

/**
 * Asks Prometheus for the value of a query now.
 *
 * @returns The largest value of its series. Null without one.
 * @throws When Prometheus does not answer, or refuses the query.
 */
export type AskPrometheus = (query: string) => Promise<number | null>;

/** Milliseconds until a query fails. */
const timeoutMs = 5000;

/** Reads a value as Prometheus writes it: `0.5`, `NaN` or `+Inf`. */
const readValue = (text: string): number => Number(text.replace(/Inf$/, 'Infinity'));

const Sample = v.tuple([v.number(), v.string()]);
const Answer = v.variant('status', [
  v.object({ status: v.literal('error'), error: v.string() }),
  v.object({
    status: v.literal('success'),
    data: v.variant('resultType', [
      v.object({ resultType: v.literal('vector'), result: v.array(v.object({ value: Sample })) }),
      v.object({ resultType: v.literal('scalar'), result: Sample }),
    ]),
  }),
]);

/**
 * Creates a client of the query API of Prometheus.
 *
 * @param address  Without a slash at its end. Undefined: each query fails with the setting that is missing.
 * @see https://prometheus.io/docs/prometheus/latest/querying/api/#instant-queries
 */
export function createPrometheusClient(address: string | undefined): AskPrometheus {
  return async (query) => {
    if (address === undefined) {
      throw new Error('The policy has limits for Prometheus, which halt no canary: set PROMETHEUS_URL.');
    }
    try {
      const url = `${address}/api/v1/query?${new URLSearchParams({ query })}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
      const answer = v.parse(Answer, await response.json());
      if (answer.status === 'error') throw new Error(answer.error);
      const { data } = answer;
      const samples = data.resultType === 'scalar' ? [data.result] : data.result.map(({ value }) => value);
      const values = samples.map(([, text]) => readValue(text)).filter((value) => !Number.isNaN(value));
      return values.length > 0 ? Math.max(...values) : null;
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new Error(`${address} does not answer "${query}", so its limit halts no canary: ${reason}`);
    }
  };
}

const placeholder = /\$(app|version)\b/g;

/** Lists the queries of a limit for a canary: one for each of its releases where the query names them. */
const listQueries = ({ query }: HaltLimit, releases: readonly Pick<ReleaseId, 'app' | 'version'>[]): string[] =>
  query.search(placeholder) === -1
    ? [query]
    : releases.map((release) => query.replace(placeholder, (_, name: 'app' | 'version') => release[name]));

/**
 * Finds the limits that a canary exceeds.
 *
 * @returns The reasons with their values; and the errors of the queries that were not answered, which are no reason.
 */
export async function findExceededLimits(
  limits: readonly HaltLimit[],
  releases: readonly Pick<ReleaseId, 'app' | 'version'>[],
  ask: AskPrometheus,
): Promise<{ reasons: string[]; errors: unknown[] }> {
  const reasons: string[] = [];
  const errors: unknown[] = [];
  for (const limit of limits) {
    for (const query of listQueries(limit, releases)) {
      try {
        const value = await ask(query);
        if (value !== null && value > limit.above) {
          reasons.push(`Prometheus: ${query} is ${value}, and may be ${limit.above} at most`);
        }
      } catch (error) {
        errors.push(error);
      }
    }
  }
  return { reasons, errors };
}
