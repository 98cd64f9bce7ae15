/** Looked up once: the loops below ask for them a million times. */
const { exp, log, max, min } = Math;

/** Units in two groups over one stretch of time, and how many of them were bad. */
export interface Table {
  canary: { visitors: number; bad: number };
  control: { visitors: number; bad: number };
}

/**
 * Odds ratios that count as worse, mixed with equal weights. None is close to 1: a canary that is worse by less than the
 * smallest is left alone, however many visitors prove it.
 */
const logOdds = [1.25, 1.5, 2, 3, 5, 10, 30].map((odds) => log(odds));

/**
 * The evidence that bad outcomes are likelier in the canary than in control, as an e-process: while the two do not differ
 * it exceeds `x` at any time, however often one looks, with a chance of at most `1 / x` (Ville's inequality).
 *
 * Each table contributes the likelihood ratio of Fisher's noncentral hypergeometric law against the central one. Given how
 * many visitors each group has and how many were bad in all, only chance decides how many of the bad are the canary's:
 * no base rate is estimated, so it may change from hour to hour, and the canary's share may rise.
 *
 * @param tables Stretches that are over, each visitor bad in at most one of them.
 * @returns Natural logarithm of the evidence after each of the tables.
 * @see Johari, Koomen, Pekelis, Walsh: Always Valid Inference (2022), the mixture sequential likelihood ratio;
 * ter Schure, Pérez-Ortiz, Ly, Grünwald: The Anytime-Valid Logrank Test (2020), the conditional likelihood;
 * docs/decisions/0011
 */
export function runningLogEvidence(tables: readonly Table[]): number[] {
  let logs = logOdds.map(() => 0);
  return tables.map((table) => {
    const ratios = logLikelihoodRatios(table);
    logs = logs.map((sum, at) => sum + (ratios[at] ?? 0));
    return logSum(logs) - log(logs.length);
  });
}

/** The evidence after all of the tables; 0 without any. */
export const logEvidence = (tables: readonly Table[]): number => runningLogEvidence(tables).at(-1) ?? 0;

/** One for each of the odds. */
function logLikelihoodRatios({ canary, control }: Table): number[] {
  const bad = canary.bad + control.bad;
  const least = max(0, bad - control.visitors);
  const most = min(bad, canary.visitors);
  if (least >= most) return logOdds.map(() => 0);
  const all = logChoose(canary.visitors + control.visitors, bad);
  const chances: number[] = [];
  for (let count = least; count <= most; count++) {
    chances.push(logChoose(canary.visitors, count) + logChoose(control.visitors, bad - count) - all);
  }
  return logOdds.map((odds) => canary.bad * odds - logSum(chances.map((chance, at) => chance + (least + at) * odds)));
}

/** Logarithm of a sum, of logarithms of its parts. */
function logSum(logs: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const one of logs) most = max(most, one);
  let sum = 0;
  for (const one of logs) sum += exp(one - most);
  return most + log(sum);
}

const logChoose = (of: number, count: number) => logFactorial(of) - logFactorial(count) - logFactorial(of - count);

const logFactorials = [0];
/** Remembered as far as it was asked for: windows are small. */
function logFactorial(of: number): number {
  for (let at = logFactorials.length; at <= of; at++) logFactorials.push((logFactorials[at - 1] ?? 0) + log(at));
  return logFactorials[of] ?? 0;
}
