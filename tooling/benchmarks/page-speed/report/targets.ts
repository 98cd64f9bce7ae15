import { formatTable } from './markdown-table';

/** A figure with its limit. */
export interface Target {
  /** What is measured, with its unit. */
  text: string;
  value: number;
  limit: number;
  /** `max`: the value may not exceed the limit. `min`: the value must reach it. */
  kind: 'max' | 'min';
}

/** Whether a target is met. A figure that is missing (NaN) misses it. */
const isMet = ({ value, limit, kind }: Target): boolean => (kind === 'max' ? value <= limit : value >= limit);

/**
 * Describes whether a target is met, and by which factor it is missed: 1.5 is half more than the limit, or two thirds of it
 * for a limit that must be reached.
 */
export function describeOutcome(target: Target): string {
  if (isMet(target)) return 'met';
  const { value, limit, kind } = target;
  if (Number.isNaN(value)) return 'not measured';
  const factor = kind === 'max' ? value / limit : limit / value;
  return Number.isFinite(factor) ? `**missed**, factor ${factor.toFixed(2)}` : '**missed**';
}

const formatValue = (value: number) => {
  if (Number.isNaN(value)) return '-';
  if (!Number.isFinite(value)) return 'never';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toFixed(3)));
};

/** Formats targets as a table, the missed ones first. */
export function formatTargets(targets: readonly Target[]): string {
  const ordered = targets.toSorted((a, b) => Number(isMet(a)) - Number(isMet(b)));
  const rows = ordered.map((target) => {
    const limit = `${target.kind === 'max' ? '≤' : '≥'} ${formatValue(target.limit)}`;
    return [target.text, formatValue(target.value), limit, describeOutcome(target)];
  });
  return formatTable(['Target', 'Figure', 'Limit', 'Outcome'], rows);
}
