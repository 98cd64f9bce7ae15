/** Local names: the loops below call these functions millions of times. */
const { exp, log, max, min } = Math;

/** Visitors of the two groups in one time window, and how many of them had a bad outcome. */
export interface Table {
  canary: { visitors: number; bad: number };
  control: { visitors: number; bad: number };
}

/**
 * Odds ratios that count as worse, mixed with equal weights. The smallest is not close to 1, so a canary that is only
 * slightly worse is never halted, however many visitors there are.
 */
const logOdds = [1.25, 1.5, 2, 3, 5, 10, 30].map((odds) => log(odds));

/**
 * Computes the evidence that bad outcomes are likelier in the canary than in the control group, as an e-process: while the
 * groups do not differ, the probability that it ever exceeds `x` is at most `1 / x`, however often it is checked (Ville's
 * inequality).
 *
 * Each table contributes the likelihood ratio of Fisher's noncentral hypergeometric distribution to the central one. The
 * test is conditional on the visitors of each group and on the bad outcomes of both. No base rate is estimated, so the rate
 * may change from hour to hour, and the canary's share may rise.
 *
 * @param tables  Closed time windows. Each visitor has a bad outcome in at most one of them.
 * @returns Natural logarithm of the evidence after each of the tables.
 * @see Johari, Koomen, Pekelis, Walsh: Always Valid Inference (2022), the mixture sequential likelihood ratio;
 * ter Schure, Pérez-Ortiz, Ly, Grünwald: The Anytime-Valid Logrank Test (2020), the conditional likelihood;
 * docs/decisions/0011-canary-analysis.md
 */
export function runningLogEvidence(tables: readonly Table[]): number[] {
  let logs = logOdds.map(() => 0);
  return tables.map((table) => {
    const ratios = logLikelihoodRatios(table);
    logs = logs.map((sum, index) => sum + (ratios[index] ?? 0));
    return logSum(logs) - log(logs.length);
  });
}

/** @returns Natural logarithm of the evidence after all tables; 0 without tables. */
export const logEvidence = (tables: readonly Table[]): number => runningLogEvidence(tables).at(-1) ?? 0;

/** @returns One logarithm for each of the odds ratios. */
function logLikelihoodRatios({ canary, control }: Table): number[] {
  const bad = canary.bad + control.bad;
  const minBad = max(0, bad - control.visitors);
  const maxBad = min(bad, canary.visitors);
  if (minBad >= maxBad) return logOdds.map(() => 0);
  const all = logChoose(canary.visitors + control.visitors, bad);
  const chances: number[] = [];
  for (let count = minBad; count <= maxBad; count++) {
    chances.push(logChoose(canary.visitors, count) + logChoose(control.visitors, bad - count) - all);
  }
  return logOdds.map(
    (odds) => canary.bad * odds - logSum(chances.map((chance, index) => chance + (minBad + index) * odds)),
  );
}

/** Computes the logarithm of a sum from the logarithms of its terms. */
function logSum(logs: readonly number[]): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const term of logs) largest = max(largest, term);
  let sum = 0;
  for (const term of logs) sum += exp(term - largest);
  return largest + log(sum);
}

const logChoose = (total: number, count: number) =>
  logFactorial(total) - logFactorial(count) - logFactorial(total - count);

const logFactorials = [0];
/** Cached up to the largest argument. Windows are small. */
function logFactorial(value: number): number {
  for (let next = logFactorials.length; next <= value; next++) {
    logFactorials.push((logFactorials[next - 1] ?? 0) + log(next));
  }
  return logFactorials[value] ?? 0;
}
