import * as v from 'valibot';
import { Commit, readBuildReport } from '../release/build-report';
import { readReleaseIfPresent } from '../release/read-release';
import type { Release, ReleaseId } from '../release/release';
import { createSourceLinks, describeSource, type LinkTemplates, ReleaseSource } from '../release/release-source';
import { AppChange, type Apps } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';
import { Count, TextOrNull } from '../store/schemas';

const LinkedCommit = v.object({
  ...Commit.entries,
  /** Its page in the repository. Null when the release names no repository with pages. */
  url: TextOrNull,
});

const CommitDifference = v.object({
  /** Commits that only the newer sources have, newest first, at most 50. */
  added: v.array(LinkedCommit),
  /** Commits that only the older sources have: a version before that one became live again. */
  removed: v.array(LinkedCommit),
  /** Whether there are more commits than in the two lists. */
  isCut: v.boolean(),
});
export type CommitDifference = v.InferOutput<typeof CommitDifference>;

/** What other apps and the gateway see of an app. Null on one side: it is new or gone. */
const ContractDifference = v.object({
  /** For example `path` or `shared export`. */
  kind: v.string(),
  name: v.string(),
  before: TextOrNull,
  after: TextOrNull,
});
export type ContractDifference = v.InferOutput<typeof ContractDifference>;

const SizeDifference = v.object({ name: v.string(), before: Count, after: Count });
export type SizeDifference = v.InferOutput<typeof SizeDifference>;

/** What a change of an app consists of. */
export const AppDescription = v.object({
  ...AppChange.entries,
  /** What the new release was built from. Absent for an app that is gone, or unreadable. */
  source: v.exactOptional(ReleaseSource),
  /** Null when a release has no list of its commits. */
  commits: v.nullable(CommitDifference),
  /** Page of the repository that compares the sources of both releases. */
  compareUrl: TextOrNull,
  /** Bytes of all files for browsers as they are sent. Null for a release that is new, gone or unreadable. */
  sent: v.object({ before: v.nullable(Count), after: v.nullable(Count) }),
  /** Bytes of minified code by package, largest difference first. Null when a release was not measured. */
  packages: v.nullable(v.array(SizeDifference)),
  /** Null when a release cannot be read. */
  contract: v.nullable(v.array(ContractDifference)),
});
export type AppDescription = v.InferOutput<typeof AppDescription>;

const maxCommits = 50;
const maxPackages = 10;

/**
 * Selects the commits of a list that another list lacks. A list ends after a hundred commits: what is older than the last commit
 * that both have is only beyond the end of the other list.
 */
function selectOwnCommits(commits: readonly Commit[], others: readonly Commit[]): Commit[] {
  const known = new Set(others.map(({ hash }) => hash));
  const shared = commits.findLastIndex(({ hash }) => known.has(hash));
  return commits.slice(0, shared === -1 ? commits.length : shared).filter(({ hash }) => !known.has(hash));
}

function compareCommits(
  before: readonly Commit[],
  after: readonly Commit[],
  link: (hash: string) => string | null,
): CommitDifference {
  const [added, removed] = [selectOwnCommits(after, before), selectOwnCommits(before, after)];
  const cut = (commits: readonly Commit[]) =>
    commits.slice(0, maxCommits).map((commit) => ({ ...commit, url: link(commit.hash) }));
  const isCut = added.length > maxCommits || removed.length > maxCommits;
  return { added: cut(added), removed: cut(removed), isCut };
}

const formatAccess = ({ access, status }: Release['paths'][string]) => (status ? `${access}, ${status}` : access);

/** Lists what other apps and the gateway see of a release: what it is, by kind and name. */
function listContract(release: Release): Map<string, [kind: string, name: string, value: string]> {
  const { provides, consumes, paths, slots = {}, links = {}, connect = [] } = release;
  const rows: [kind: string, name: string, value: string][] = [];
  for (const path of Object.values(paths)) rows.push(['path', path.pattern, formatAccess(path)]);
  for (const [key, { version, exports = {}, deprecated = {} }] of Object.entries(provides)) {
    rows.push(['shared module', key, version]);
    for (const [name, since] of Object.entries(exports)) {
      const end = deprecated[name]?.removedAfter;
      rows.push(['shared export', `${name} of ${key}`, end ? `${since}, removed after ${end}` : since]);
    }
  }
  for (const [key, { range, exports }] of Object.entries(consumes)) {
    rows.push(['used module', key, range]);
    for (const name of Object.keys(exports)) rows.push(['used export', `${name} of ${key}`, '']);
  }
  for (const [name, { order }] of Object.entries(slots)) rows.push(['slot', name, `order ${order}`]);
  for (const [slot, added] of Object.entries(links)) {
    for (const { text, to } of added) rows.push(['link', `${text} in ${slot}`, to]);
  }
  for (const origin of connect) rows.push(['backend', origin, '']);
  if (release.contractProvided) rows.push(['remote contract', 'provided', release.contractProvided]);
  if (release.contractRequired) rows.push(['remote contract', 'required', release.contractRequired]);
  return new Map(rows.map((row) => [`${row[0]} ${row[1]}`, row]));
}

function compareContracts(before: Release | null, after: Release | null): ContractDifference[] {
  const [old, next] = [before, after].map((release) => (release ? listContract(release) : new Map()));
  const keys = new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])]);
  return [...keys].flatMap((key): ContractDifference[] => {
    const [was, is] = [old?.get(key), next?.get(key)];
    const [kind, name] = is ?? was ?? ['', ''];
    const [valueBefore, valueAfter] = [was?.[2] ?? null, is?.[2] ?? null];
    return valueBefore === valueAfter ? [] : [{ kind, name, before: valueBefore, after: valueAfter }];
  });
}

/** Bytes of the files that browsers get, as they are sent. */
const measureSent = (release: Release | null): number | null =>
  release &&
  Object.entries(release.files)
    .filter(([name]) => !name.startsWith('node/'))
    .reduce((sum, [, { size, compressed }]) => sum + (compressed ?? size), 0);

function comparePackages(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): SizeDifference[] {
  const differences = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: before[name] ?? 0, after: after[name] ?? 0 }))
    .filter((entry) => entry.before !== entry.after);
  const getDistance = (entry: SizeDifference) => Math.abs(entry.after - entry.before);
  return differences
    .sort((a, b) => getDistance(b) - getDistance(a) || a.name.localeCompare(b.name))
    .slice(0, maxPackages);
}

/**
 * Describes the change of one app: commits, sizes by package, and what other apps see of it.
 *
 * @param templates  Addresses of commits and pipelines. Default: those of the repository that a release names.
 */
export async function describeAppChange(
  store: ReleaseStore,
  change: AppChange,
  templates?: LinkTemplates,
): Promise<AppDescription> {
  const ids = [change.before, change.after] as const;
  const read = async (id: ReleaseId | null) => id && readReleaseIfPresent(store, id);
  const [before, after, [oldReport, newReport]] = await Promise.all([
    read(ids[0]),
    read(ids[1]),
    Promise.all(ids.map((id) => id && readBuildReport(store, id))),
  ]);
  const links = createSourceLinks(after?.repository ?? before?.repository, templates);
  const hasCommits = Boolean(oldReport?.commits.length && newReport?.commits.length);
  const isReadable = (before !== null) === (ids[0] !== null) && (after !== null) === (ids[1] !== null);
  return {
    ...change,
    ...(after ? { source: describeSource(after, templates) } : {}),
    commits: hasCommits ? compareCommits(oldReport?.commits ?? [], newReport?.commits ?? [], links.commit) : null,
    compareUrl: links.compare(before?.commit, after?.commit),
    sent: { before: measureSent(before), after: measureSent(after) },
    packages: oldReport && newReport ? comparePackages(oldReport.packages, newReport.packages) : null,
    contract: isReadable ? compareContracts(before, after) : null,
  };
}

/**
 * Describes what changed between two compositions, app by app.
 *
 * @param before  Null: every app is new.
 * @returns In the order of {@link compareCompositions}. Parts that are unknown are null.
 */
export const describeChange = async (
  { store, loadRules }: Pick<Environment, 'store' | 'loadRules'>,
  before: Apps | null,
  after: Apps,
): Promise<AppDescription[]> => {
  const { links } = (await loadRules?.()) ?? {};
  return Promise.all(compareCompositions(before, after).map((change) => describeAppChange(store, change, links)));
};
