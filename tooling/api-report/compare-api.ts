import type { ApiReport, ReportedExport } from '@shop/federation/api-report';
import { type ApiExport, describePackage, type PackageApi } from './package-api';

/** Size of a version step. `none`: nothing changed. */
export type Step = 'none' | 'minor' | 'major';

/** A difference between a package and its report. */
export interface ApiChange {
  /** Import specifier. */
  key: string;
  name: string;
  kind: 'added' | 'removed' | 'deprecated' | 'extended' | 'changed';
  /** Why an export is not compatible with its earlier declaration: the compiler's message. */
  reason?: string;
}

/** An export whose declaration changed, for the check of its compatibility. */
export interface ChangedExport {
  key: string;
  name: string;
  before: ApiExport;
  after: ApiExport;
}

/**
 * Decides which changed exports break their users.
 *
 * @returns The compiler's message for each export that is not compatible, by `key name`.
 */
export type FindIncompatible = (changed: readonly ChangedExport[]) => Promise<ReadonlyMap<string, string>>;

/** Restores what the package exported when its report was written. */
const restoreApi = ({ packageName, version, entries, declarations }: ApiReport): PackageApi =>
  describePackage({ name: packageName, version }, entries, (file) => {
    const text = declarations[file];
    if (text === undefined) throw new Error(`The API report of ${packageName} lacks ${file}: restore it from Git.`);
    return text;
  });

/**
 * Compares a package with its report. An export whose declaration changed is `extended` when the compiler accepts it everywhere
 * in place of the earlier one, and `changed` otherwise.
 */
export async function compareApi(
  report: ApiReport,
  api: PackageApi,
  findIncompatible: FindIncompatible,
): Promise<ApiChange[]> {
  const before = restoreApi(report).modules;
  const keys = [...new Set([...Object.keys(report.modules), ...Object.keys(api.modules)])].sort();
  const changes: ApiChange[] = [];
  const rewritten: ChangedExport[] = [];
  for (const key of keys) {
    const known = new Map((report.modules[key] ?? []).map((entry) => [entry.name, entry]));
    const current = api.modules[key] ?? {};
    for (const name of known.keys()) if (!Object.hasOwn(current, name)) changes.push({ key, name, kind: 'removed' });
    for (const [name, after] of Object.entries(current)) {
      const reported = known.get(name);
      const earlier = before[key]?.[name];
      if (!reported) changes.push({ key, name, kind: 'added' });
      else if (earlier && earlier.signature !== after.signature) {
        rewritten.push({ key, name, before: earlier, after });
      } else if (JSON.stringify(reported.deprecation) !== JSON.stringify(after.deprecation)) {
        changes.push({ key, name, kind: 'deprecated' });
      }
    }
  }
  const reasons = rewritten.length > 0 ? await findIncompatible(rewritten) : new Map<string, string>();
  for (const { key, name } of rewritten) {
    const reason = reasons.get(`${key} ${name}`);
    changes.push(reason === undefined ? { key, name, kind: 'extended' } : { key, name, kind: 'changed', reason });
  }
  return changes;
}

/** Gives the version step that changes demand: removed or changed exports a major one, everything else a minor one. */
export function getDemandedStep(changes: readonly ApiChange[]): Step {
  if (changes.some(({ kind }) => kind === 'removed' || kind === 'changed')) return 'major';
  return changes.length > 0 ? 'minor' : 'none';
}

/** Raises a version by a step. @example raiseVersion('1.4.2', 'minor') // '1.5.0' */
export function raiseVersion(version: string, step: Step): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (step === 'none') return version;
  return step === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/** Creates the report of a package. An export keeps its version when it did not change. */
export function createReport(api: PackageApi, before: ApiReport | null, changes: readonly ApiChange[]): ApiReport {
  const changed = new Set(changes.filter(({ kind }) => kind !== 'deprecated').map(({ key, name }) => `${key} ${name}`));
  const modules = Object.entries(api.modules).map(([key, exports]) => {
    const known = new Map((before?.modules[key] ?? []).map(({ name, since }) => [name, since]));
    const listed = Object.entries(exports).map(([name, { isType, deprecation }]): ReportedExport => {
      const since = changed.has(`${key} ${name}`) ? api.version : (known.get(name) ?? api.version);
      return { name, isType, since, ...(deprecation && { deprecation }) };
    });
    return [key, listed] as const;
  });
  const { packageName, version, entries, declarations } = api;
  return { packageName, version, modules: Object.fromEntries(modules), entries, declarations };
}
