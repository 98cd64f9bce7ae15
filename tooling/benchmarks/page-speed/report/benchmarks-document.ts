import { formatTargets, type Target } from './targets';

/** A part of the benchmark. Each can run alone, and replaces its own section of the document. */
export const sectionTitles = {
  pages: 'Pages',
  interactions: 'Interactions',
  server: 'Server',
  growth: 'Growth',
} as const;

export type SectionName = keyof typeof sectionTitles;

/** A heading with tables and sentences in Markdown. */
export interface SectionPart {
  title: string;
  text: string;
}

/** What a part of the benchmark has measured. */
export interface SectionResult {
  parts: readonly SectionPart[];
  targets: readonly Target[];
}

/** When, where and how a section was measured. */
export interface SectionOrigin {
  /** Cores, processor, memory, Node and browser. */
  machine: string;
  /** Day, as in `2026-01-31`. */
  date: string;
  command: string;
  minutes: number;
}

const introduction = `# Benchmarks

\`npm run bench\` measures the shop on this machine and writes this page. Each section names its command, and
\`npm run bench -- pages\` (or \`interactions\`, \`server\`, \`growth\`) measures one section alone. A complete run takes about an hour
on two cores, and two and a half hours at most. [Decision 0029](decisions/0029-page-speed-benchmark.md) describes the method. No
other program should run: wall times double under load.

The _client-rendered_ and the _server-rendered single build_ have the same sources as the federated shop. One build links the
remotes statically and splits the code by screen; there is no federation runtime.
`;

const notMeasured = 'Not measured yet.';
const noNotes = 'Nothing is noted.';

/** The part of the document that people write. The benchmark keeps it. */
type Part = SectionName | 'notes';

const markStart = (part: Part) => `<!-- section: ${part} -->`;
const markEnd = (part: Part) => `<!-- end of section: ${part} -->`;

const formatPart = (part: Part, title: string, text: string) =>
  `## ${title}\n\n${markStart(part)}\n\n${text}\n\n${markEnd(part)}\n`;

/** Formats a measured section as Markdown. */
export function formatSection({ parts, targets }: SectionResult, origin: SectionOrigin): string {
  const { machine, date, command, minutes } = origin;
  return [
    `\`${command}\` · ${date} · ${machine} · ${minutes.toFixed(0)} min`,
    ...(targets.length > 0 ? [formatTargets(targets)] : []),
    ...parts.map(({ title, text }) => `### ${title}\n\n${text}`),
  ].join('\n\n');
}

/** Finds the text of a part in a document. Undefined when the document has no such part. */
function findPart(document: string, part: Part): string | undefined {
  const start = document.indexOf(markStart(part));
  const end = document.indexOf(markEnd(part));
  return start >= 0 && end > start ? document.slice(start + markStart(part).length, end).trim() : undefined;
}

/**
 * Replaces sections of the document. Sections that were not measured, and the notes about missed targets, keep their earlier
 * text.
 *
 * @param document The earlier document. Empty for a first run.
 * @param measured Markdown of the measured sections.
 */
export function updateDocument(document: string, measured: Partial<Record<SectionName, string>>): string {
  const sections = Object.entries(sectionTitles).map(([key, title]) => {
    const name = key as SectionName;
    return formatPart(name, title, measured[name] ?? findPart(document, name) ?? notMeasured);
  });
  const notes = formatPart('notes', 'Missed targets: causes and attempts', findPart(document, 'notes') ?? noNotes);
  return [introduction, ...sections, notes].join('\n');
}
