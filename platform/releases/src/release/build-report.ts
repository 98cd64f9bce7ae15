import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { readPrivateFile } from './private-files';
import type { ReleaseId } from './release';

/** Name of the build report among the private files of a release. */
export const buildReportFile = 'build-report.json';

export const Commit = v.object({
  /** 40 hex digits. */
  hash: v.string(),
  subject: v.string(),
  /** Date of its author, an ISO date and time. */
  at: v.string(),
});
export type Commit = v.InferOutput<typeof Commit>;

/** Whether an entry is a commit. With signatures, the output of git has other lines. */
export const isCommit = ({ hash, at }: Commit): boolean =>
  /^[0-9a-f]{40,64}$/.test(hash) && !Number.isNaN(Date.parse(at));

const BuildReport = v.object({
  schema: v.literal(1),
  /** The newest commits of the sources, newest first: what two releases differ in are the commits of one list only. */
  commits: v.array(Commit),
  /** Bytes of the minified files for browsers by package, such as `react`. `bundler` is the code that the bundler adds. */
  packages: v.record(v.string(), v.number()),
});
export type BuildReport = v.InferOutput<typeof BuildReport>;

/** Names the package of a source: `webpack://mf_a_1_0_0/../node_modules/react/index.js` belongs to `react`. */
function findPackage(app: string, source: string | null | undefined): string {
  const [, installed] = source?.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//) ?? [];
  if (installed) return installed;
  const [, shared] = source?.match(/\/\.\.\/shared\/([^/]+)\//) ?? [];
  if (shared) return `@shop/${shared}`;
  return source?.match(/^webpack:\/\/[^/]*\/(?!webpack\/)/) ? app : 'bundler';
}

/** Adds the bytes of one file to those of each package. @throws When the map is not a source map. */
function addFile(bytes: Map<string, number>, app: string, text: string, map: Uint8Array): void {
  const trace = new TraceMap(Buffer.from(map).toString());
  const names = trace.sources.map((source) => findPackage(app, source));
  const mappings = decodedMappings(trace);
  const add = (name: string, part: string) => bytes.set(name, (bytes.get(name) ?? 0) + Buffer.byteLength(part));
  for (const [index, line] of text.split(/(?<=\n)/).entries()) {
    const segments = mappings[index] ?? [];
    add('bundler', line.slice(0, segments[0]?.[0] ?? line.length));
    for (const [position, segment] of segments.entries()) {
      const name = segment.length > 1 ? names[segment[1] as number] : undefined;
      add(name ?? 'bundler', line.slice(segment[0], segments[position + 1]?.[0] ?? line.length));
    }
  }
}

/**
 * Measures the packages in the files of a build by its source maps. A file without a readable map is left out.
 *
 * @param maps  Source maps by the name of their file.
 */
function measurePackages(
  app: string,
  files: ReadonlyMap<string, Buffer>,
  maps: ReadonlyMap<string, Buffer>,
): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const [name, map] of maps) {
    const file = files.get(name.replace(/\.map$/, ''));
    try {
      if (file) addFile(bytes, app, file.toString(), map);
    } catch {
      // The report describes what can be measured: it must not prevent a release.
    }
  }
  const measured = [...bytes].filter(([, count]) => count > 0).sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(measured);
}

export interface ReportedBuild {
  app: string;
  files: ReadonlyMap<string, Buffer>;
  maps: ReadonlyMap<string, Buffer>;
  commits: readonly Commit[];
}

/** Creates the build report of a release: the commits and the packages that it was built from. */
export function createBuildReport({ app, files, maps, commits }: ReportedBuild): Buffer {
  const report: BuildReport = { schema: 1, commits: [...commits], packages: measurePackages(app, files, maps) };
  return Buffer.from(JSON.stringify(report));
}

/**
 * Reads the build report of a release, without entries that are not commits: earlier versions published lines of GnuPG.
 *
 * @returns Null for a release without one, or with one that cannot be read.
 */
export async function readBuildReport(store: ReleaseStore, release: ReleaseId): Promise<BuildReport | null> {
  try {
    const bytes = await readPrivateFile(store, release, buildReportFile);
    const report = bytes && parseJson(BuildReport, bytes, buildReportFile);
    return report && { ...report, commits: report.commits.filter(isCommit) };
  } catch {
    return null;
  }
}
