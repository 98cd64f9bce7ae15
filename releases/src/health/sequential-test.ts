/** Units in two groups over one stretch of time, and how many of them were bad. */
export interface Table {
  canary: { visitors: number; bad: number };
  control: { visitors: number; bad: number };
}

/**
 * Odds ratios that count as worse, mixed with equal weights. None is close to 1: a canary that is worse by less than the
 * smallest is left alone, however many visitors prove it.
 */
const worseOdds = [1.25, 1.5, 2, 3, 5, 10, 30];

/**
 * The evidence that bad outcomes are likelier in the canary than in control, as an e-process: while the two do not differ
 * it exceeds `x` at any time, however often one looks, with a chance of at most `1 / x` (Ville's inequality).
 *
 * Each table contributes the likelihood ratio of Fisher's noncentral hypergeometric law against the central one. Given how
 * many visitors each group has and how many were bad in all, only chance decides how many of the bad are the canary's:
 * no base rate is estimated, so it may change from hour to hour, and the canary's share may rise.
 *
 * @param tables Stretches that are over, each visitor bad in at most one of them.
 * @returns Natural logarithm of the evidence; 0 without any.
 * @see Johari, Koomen, Pekelis, Walsh: Always Valid Inference (2022), the mixture sequential likelihood ratio;
 * ter Schure, Pérez-Ortiz, Ly, Grünwald: The Anytime-Valid Logrank Test (2020), the conditional likelihood;
 * docs/decisions/0011
 */
export function logEvidence(tables: readonly Table[]): number {
  const logs = worseOdds.map((odds) => tables.reduce((sum, table) => sum + logLikelihoodRatio(table, odds), 0));
  return logSum(logs) - Math.log(logs.length);
}

function logLikelihoodRatio({ canary, control }: Table, odds: number): number {
  const bad = canary.bad + control.bad;
  const least = Math.max(0, bad - control.visitors);
  const most = Math.min(bad, canary.visitors);
  if (least >= most) return 0;
  const logOdds = Math.log(odds);
  const expected: number[] = [];
  for (let count = least; count <= most; count++) {
    const ways = logChoose(canary.visitors, count) + logChoose(control.visitors, bad - count);
    expected.push(ways + count * logOdds);
  }
  return canary.bad * logOdds + logChoose(canary.visitors + control.visitors, bad) - logSum(expected);
}

/** Logarithm of a sum, of logarithms of its parts. */
function logSum(logs: readonly number[]): number {
  const most = logs.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

const logChoose = (of: number, count: number) => logFactorial(of) - logFactorial(count) - logFactorial(of - count);

const logFactorials = [0];
/** Remembered as far as it was asked for: windows are small. */
function logFactorial(of: number): number {
  for (let at = logFactorials.length; at <= of; at++) logFactorials.push((logFactorials[at - 1] ?? 0) + Math.log(at));
  return logFactorials[of] ?? 0;
}
