import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** Sections of docs/benchmarks.md by the word that measures them: `npm run bench -- pages`. */
export const sectionTitles = {
  pages: 'Pages',
  interactions: 'Interactions',
  load: 'Load',
  growth: 'Growth',
  releases: 'Releases',
  soak: 'Soak',
} as const;

export type SectionName = keyof typeof sectionTitles;

/** A metric with its limit. */
export interface Target {
  /** What is measured, with its unit. */
  text: string;
  value: number;
  limit: number;
  /** `max`: the value may not exceed the limit. `min`: the value must reach it. Default: `max`. */
  kind?: 'max' | 'min';
}

/** The metrics of a section. */
export interface SectionResult {
  targets: readonly Target[];
  /** Tables and the text that explains them, in Markdown. */
  parts: readonly string[];
  /** True when the limits do not depend on the speed of the machine, so that a missed one is a failure. */
  isStrict?: boolean;
}

/** A metric that is missing (NaN) misses its target. */
export const isMet = ({ value, limit, kind = 'max' }: Target): boolean =>
  kind === 'max' ? value <= limit : value >= limit;

/** Formats a number with the digits that matter. A missing value is a dash, and an event that did not happen is infinite. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '-';
  if (!Number.isFinite(value)) return 'never';
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

export const formatKilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);
export const formatMegabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);

/** Returns the smallest value that a share of the values do not exceed (nearest rank). NaN without values. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const getMedian = (values: readonly number[]): number => getQuantile(values, 0.5);

/** Formats the median of measurements and their range: `1340 (1290–1402)`. */
export function formatSummary(values: readonly number[]): string {
  const [median, min, max] = [getMedian(values), Math.min(...values), Math.max(...values)].map(formatNumber);
  return min === max ? `${median}` : `${median} (${min}–${max})`;
}

/** Formats a Markdown table. The first column is aligned left, the others right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, index) => Math.max(3, ...[header, ...rows].map((row) => row[index]?.length ?? 0)));
  const formatRow = (row: readonly string[]) =>
    `| ${widths.map((width, index) => (index === 0 ? row[0]?.padEnd(width) : row[index]?.padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [formatRow(header), formatRow(rule), ...rows.map(formatRow)].join('\n');
}

/** Formats targets as a table, the missed ones first and in bold. */
function formatTargets(targets: readonly Target[]): string {
  const rows = [...targets]
    .sort((a, b) => Number(isMet(a)) - Number(isMet(b)))
    .map((target) => {
      const value = formatNumber(target.value);
      const limit = `${target.kind === 'min' ? '≥' : '≤'}${formatNumber(target.limit)}`;
      return [target.text, isMet(target) ? value : `**${value}**`, limit];
    });
  return formatTable(['Target', 'Measured', 'Limit'], rows);
}

/** Formats a measured section as Markdown. @param minutes The time that it took. */
export function formatSection(command: string, { targets, parts }: SectionResult, minutes: number): string {
  const date = new Date().toISOString().slice(0, 10);
  return [
    `\`${command}\` · ${date} · ${describeMachine()} · ${minutes.toFixed(0)} min`,
    formatTargets(targets),
    ...parts,
  ].join('\n\n');
}

/** Describes the machine, with a warning when other programs used it at the start. */
function describeMachine(): string {
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GB`;
  const [{ model = 'unknown processor' } = {}] = cpus();
  const load = process.platform === 'linux' ? Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]) : 0;
  const warning = load > 1 ? `, **load ${load}**` : '';
  return `${availableParallelism()} cores (${model.trim()}), ${memory}, Node ${process.versions.node}${warning}`;
}

const introduction = `# Benchmarks

\`npm run bench -- pages\` measures a section on this machine and replaces it in this page; \`npm run bench\` measures all, in about
two hours and three quarters. With \`-- --short\` every section takes a minute and the page stays as it is. No other program should run: wall
times double under load. Missed targets are bold, and so is a load at the start above that of a quiet
machine: times of that section may be too long. [Decision 0053](decisions/0053-tests-and-benchmarks.md) describes the method.

The _single build_ has the same sources as the federated shop and the same renderer. One build links the remotes statically and
splits the code by screen; there is no federation runtime.
`;

/** The section that people write. The benchmark leaves it as it is. */
const notesTitle = 'Missed targets';

/** Replaces a section of the document. The other sections and the notes about missed targets keep their text. */
export function updateDocument(document: string, name: SectionName, text: string): string {
  const written = new Map(
    document
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n', 1)[0] ?? '', part.slice(part.indexOf('\n')).trim()] as const),
  );
  written.set(sectionTitles[name], text);
  const sections = [...Object.values(sectionTitles), notesTitle].map(
    (title) => `## ${title}\n\n${written.get(title) ?? 'Not measured yet.'}\n`,
  );
  return [introduction, ...sections].join('\n');
}
