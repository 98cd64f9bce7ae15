import { formatCommit } from '@shop/releases/change-model/words';
import {
  type AppDescription,
  type CommitDifference,
  type ContractDifference,
  describeAppChange,
  describeChange,
  type SizeDifference,
} from '@shop/releases/history/describe-change';
import { compareScreenshots, type ScreenComparison } from '@shop/releases/history/screenshots';
import {
  type AuditLogEntry,
  type Finding,
  findAuditLogEntry,
  formatFinding,
  readAuditLog,
} from '@shop/releases/state/audit-log';
import { readComposition } from '@shop/releases/state/composition';
import { formatAppChange } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';
import { type CommandResult, type RunCommand, UsageError } from '../cli/command';
import { formatKilobytes } from '../cli/format';
import { parseAppVersion, parseChangeNumber } from '../cli/parse-values';
import { findPublishedRelease } from '../published/published-releases';
import { loadState } from './inspection';

const difference = new Intl.NumberFormat('en', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function formatSize({ before, after }: { before: number | null; after: number | null }): string {
  const sizes = `${formatKilobytes(before)} → ${formatKilobytes(after)}`;
  if (before === null || after === null || before === after) return sizes;
  return `${sizes} (${difference.format((after - before) / 1024)})`;
}

function formatCommits({ commits, compareUrl }: Pick<AppDescription, 'commits' | 'compareUrl'>): string[] {
  const format = (mark: string, list: CommitDifference['added']) =>
    list.map(({ hash, subject, at }) => `      ${mark} ${hash.slice(0, 7)} ${at.slice(0, 10)} ${subject}`);
  return [
    `    commits:${compareUrl ? ` ${compareUrl}` : ''}${commits ? '' : ' unknown, a release has no list of them'}`,
    ...(commits ? [...format('+', commits.added), ...format('-', commits.removed)] : []),
    ...(commits?.isCut ? ['      and more'] : []),
  ];
}

function formatContract({ kind, name, before, after }: ContractDifference): string {
  if (before === null) return `      + ${kind} ${name}${after ? ` (${after})` : ''}`;
  if (after === null) return `      - ${kind} ${name}`;
  return `      ~ ${kind} ${name}: ${before} → ${after}`;
}

const formatPackage = (difference: SizeDifference) => `      ${difference.name}: ${formatSize(difference)}`;

const formatPage = (text: string, url: string | undefined) => `${text}${url ? ` ${url}` : ''}`;

/** Formats what the new release was built from: `built from commit c0ffee1 https://… by pipeline 812 https://…`. */
function formatSource({ source }: AppDescription): string[] {
  if (!source) return [];
  const { commit, commitUrl, pipeline, pipelineUrl } = source;
  const parts = [
    ...(commit ? [`from commit ${formatPage(formatCommit(commit), commitUrl)}`] : []),
    ...(pipeline ? [`by pipeline ${formatPage(pipeline, pipelineUrl)}`] : []),
  ];
  return parts.length > 0 ? [`    built ${parts.join(' ')}`] : [];
}

/** Formats what changed in an app: versions, commits, sizes and contract. */
function formatApp(app: AppDescription): string[] {
  const { packages, contract, sent } = app;
  return [
    `  ${formatAppChange(app)}`,
    ...formatSource(app),
    ...formatCommits(app),
    `    sent to browsers: ${formatSize(sent)}`,
    ...(packages ?? []).map(formatPackage),
    ...(contract && contract.length > 0 ? ['    contract:', ...contract.map(formatContract)] : []),
    ...(contract ? [] : ['    contract: unknown, a release cannot be read']),
  ];
}

function formatScreens(screens: ScreenComparison | null): string[] {
  if (!screens) return [];
  const { changed, same } = screens;
  return [
    ...changed.map(({ app, screen }) => `  looks different: ${screen} of ${app}`),
    same === 1 ? '  1 screen looks the same' : `  ${same} screens look the same`,
  ];
}

interface ChangeDifference {
  apps: AppDescription[];
  screens: ScreenComparison | null;
  findings: Finding[];
}

const toResult = (difference: ChangeDifference): CommandResult => {
  const { apps, screens, findings } = difference;
  const lines = [
    ...apps.flatMap(formatApp),
    ...formatScreens(screens),
    ...(findings.length > 0
      ? ['  findings of the gates:', ...findings.map((finding) => `  ${formatFinding(finding)}`)]
      : []),
  ];
  return { lines: apps.length > 0 ? lines : ['  no difference'], data: difference };
};

/** Finds the entries of two changes, and the findings of the changes from one to the other. */
async function findEntries(environment: Environment, numbers: readonly [number, number]) {
  const { head } = await loadState(environment);
  const entries: AuditLogEntry[] = [];
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const newest = (await findAuditLogEntry(environment, head, last)) ?? head.log;
  for await (const entry of readAuditLog(environment.store, newest, environment.trusted)) {
    entries.push(entry);
    if (entry.seq <= first) break;
  }
  const [before, after] = numbers.map((seq) => {
    const entry = entries.find((known) => known.seq === seq);
    if (!entry) throw new UsageError(`There is no change ${seq} in the history of ${environment.name}.`);
    return entry;
  }) as [AuditLogEntry, AuditLogEntry];
  return { before, after, findings: entries.filter(({ seq }) => seq > first).flatMap((entry) => entry.findings) };
}

async function diffChanges(environment: Environment, numbers: readonly [number, number]): Promise<ChangeDifference> {
  const { store, trusted } = environment;
  const { before, after, findings } = await findEntries(environment, numbers);
  const [old, next] = [
    await readComposition(store, before.live, trusted),
    await readComposition(store, after.live, trusted),
  ];
  const [apps, screens] = await Promise.all([
    describeChange(environment, old, next),
    compareScreenshots(store, old, next),
  ]);
  return { apps, screens, findings };
}

async function diffReleases(
  { store, loadRules }: Environment,
  names: readonly [string, string],
): Promise<ChangeDifference> {
  const [app, other] = names.map((name) => parseAppVersion(name).app);
  if (!app || app !== other) throw new UsageError(`${names.join(' and ')} are two apps: name two versions of one app.`);
  const [before, after] = [await findPublishedRelease(store, names[0]), await findPublishedRelease(store, names[1])];
  const apps = before.digest === after.digest && before.version === after.version ? [] : [{ app, before, after }];
  const { links } = (await loadRules?.()) ?? {};
  return {
    apps: await Promise.all(apps.map((change) => describeAppChange(store, change, links))),
    screens: null,
    findings: [],
  };
}

export const diff: RunCommand<[from: string, to: string], object> = async ({ environment, words: [from, to] }) => {
  if (from.includes('@') || to.includes('@')) return toResult(await diffReleases(environment, [from, to]));
  const numbers = [parseChangeNumber(from, 'The change'), parseChangeNumber(to, 'The change')] as const;
  return toResult(await diffChanges(environment, numbers));
};
