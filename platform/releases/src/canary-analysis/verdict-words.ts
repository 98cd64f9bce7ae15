import type { MetricVerdict } from './analyze-canary';

/** Formats the state of a comparison: `decided: WORSE`, `undecided: needs about 40 more visitors of the canary and 160 of the others`. */
export function formatVerdictState({ state, missing }: Pick<MetricVerdict, 'state' | 'missing'>): string {
  const needs =
    missing && `needs about ${missing.canary} more visitors of the canary and ${missing.control} of the others`;
  switch (state) {
    case 'worse':
      return 'decided: WORSE';
    case 'no-difference':
      return 'no significant difference';
    case 'undecided':
      return `undecided: ${needs}, if they fare like those so far`;
    case 'too-few':
      return `undecided: ${needs}`;
  }
}
