import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What `@deprecated since 2026-11-22, removed after 2027-05-22: use Price` says. Dates are ISO dates. */
export interface Deprecation {
  since: string;
  /** From the day after it, the gate warns about every release that uses the export. */
  removedAfter: string;
  /** What takes its place. */
  remedy: string;
}

/** An export of a module, as the API report of its package lists it. */
export interface ReportedExport {
  name: string;
  /** A type exists for the compiler only: no build contains it. */
  isType: boolean;
  /** Version of the package in which the export appeared, or in which its declaration changed last. */
  since: string;
  deprecation?: Deprecation;
}

/** The checked-in description of what a package in `shared/` exports: `shared/<name>/api-report.md`. */
export interface ApiReport {
  /** `@shop/cart` */
  packageName: string;
  /** Version of the package that the report describes. */
  version: string;
  /** Exports by import specifier: `@shop/cart/use-cart`. */
  modules: Record<string, ReportedExport[]>;
  /** Declaration file of each import specifier. */
  entries: Record<string, string>;
  /** Text of each declaration file, without comments, by its path in the package: `src/use-cart.d.ts`. */
  declarations: Record<string, string>;
}

/** File name of the report in the folder of its package. */
export const apiReportFile = 'api-report.md';

const deprecationPattern =
  /^since (?<since>\d{4}-\d{2}-\d{2}), removed after (?<removedAfter>\d{4}-\d{2}-\d{2}): (?<remedy>\S.*)$/;

/**
 * Parses the text of a `@deprecated` tag.
 *
 * @param text The text after the tag, on one line.
 * @returns Null when the text has another format, a date that does not exist, or dates in the wrong order.
 * @example parseDeprecation('since 2026-11-22, removed after 2027-05-22: use Price')
 */
export function parseDeprecation(text: string): Deprecation | null {
  const { since = '', removedAfter = '', remedy = '' } = text.trim().match(deprecationPattern)?.groups ?? {};
  const isDate = (date: string) =>
    !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(`${date}T`);
  return isDate(since) && isDate(removedAfter) && since < removedAfter ? { since, removedAfter, remedy } : null;
}

/** Formats a report as the Markdown that is checked in. */
export function formatApiReport({ packageName, version, modules, entries, declarations }: ApiReport): string {
  const sections = Object.entries(modules).map(([key, exports]) =>
    [`## ${key}`, '', `Declared in \`${entries[key]}\`.`, '', ...exports.map(formatExport), ''].join('\n'),
  );
  const files = Object.entries(declarations).map(([file, text]) =>
    [`### ${file}`, '', '```ts', text.trimEnd(), '```', ''].join('\n'),
  );
  return [
    `# API of ${packageName} ${version}\n`,
    '`npm run api-report -- --write` writes this file. CONTRIBUTING.md "Share something" says when.\n',
    ...sections,
    '## Declarations\n',
    ...files,
  ].join('\n');
}

const formatExport = ({ name, isType, since, deprecation }: ReportedExport) =>
  `- ${isType ? 'type ' : ''}\`${name}\` since ${since}${deprecation ? ` — deprecated ${formatDeprecation(deprecation)}` : ''}`;

const formatDeprecation = ({ since, removedAfter, remedy }: Deprecation) =>
  `since ${since}, removed after ${removedAfter}: ${remedy}`;

/**
 * Parses a report.
 *
 * @throws When the text is not a report, or a line of it was written by hand in another format.
 */
export function parseApiReport(text: string): ApiReport {
  const [, packageName, version] = text.match(/^# API of (\S+) (\S+)$/m) ?? [];
  const [head = '', tail] = text.split(/^## Declarations$/m);
  if (!packageName || !version || tail === undefined) throw new Error('The text is not an API report.');
  const sections = head.split(/^## /m).slice(1);
  const parsed = sections.map((section) => {
    const [key = '', origin = '', ...lines] = section.split('\n').filter(Boolean);
    const [, file] = origin.match(/^Declared in `(.+)`\.$/) ?? [];
    if (!file) throw new Error(`The API report does not say where ${key} is declared.`);
    return { key, file, exports: lines.map(parseExport) };
  });
  const files = [...tail.matchAll(/^### (.+)\n\n```ts\n([\s\S]*?)\n```$/gm)];
  const declarations = files.map(([, file = '', content = '']) => [file, `${content}\n`] as const);
  return {
    packageName,
    version,
    modules: Object.fromEntries(parsed.map(({ key, exports }) => [key, exports])),
    entries: Object.fromEntries(parsed.map(({ key, file }) => [key, file])),
    declarations: Object.fromEntries(declarations),
  };
}

function parseExport(line: string): ReportedExport {
  const [, kind, name, since, tag] = line.match(/^- (type )?`([^`]+)` since (\S+?)(?: — deprecated (.+))?$/) ?? [];
  const deprecation = tag === undefined ? undefined : parseDeprecation(tag);
  if (!name || !since || deprecation === null) throw new Error(`The API report has an unreadable line: ${line}`);
  return { name, isType: kind !== undefined, since, ...(deprecation && { deprecation }) };
}

/** Reads the report of a package. @returns Null when the package has none yet. */
export function readApiReport(packageFolder: string): ApiReport | null {
  const file = path.join(packageFolder, apiReportFile);
  if (!existsSync(file)) return null;
  try {
    return parseApiReport(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
