import * as v from 'valibot';
import { settingsObject } from '../store/schemas';

/** Characters of a query. */
const maxLength = 1000;

/**
 * A value of Prometheus above which the monitor halts canaries. A query with `$app` or `$version` is asked for each release of a
 * canary and halts that canary; another one halts every canary of the environment.
 */
export const HaltLimit = settingsObject({
  query: v.pipe(v.string(), v.minLength(1, 'give a query'), v.maxLength(maxLength)),
  above: v.pipe(v.number('give a number'), v.finite('give a number')),
});
export type HaltLimit = v.InferOutput<typeof HaltLimit>;
