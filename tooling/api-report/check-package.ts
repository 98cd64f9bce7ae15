import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ApiReport, apiReportFile, formatApiReport, readApiReport } from '@shop/federation/api-report';
import { type ApiChange, compareApi, createReport, getDemandedStep, raiseVersion } from './compare-api';
import { createCompatibilityCheck } from './find-incompatible';
import { type PackageApi, readPackageApi } from './package-api';
import { addChangelogEntry, changelogFile, hasChangelogEntry, setPackageVersion } from './package-versions';

const command = 'npm run api-report -- --write';

interface PackageState {
  report: ApiReport | null;
  api: PackageApi;
  changes: ApiChange[];
  /** Lowest version that the changes allow. */
  demanded: string;
}

async function inspectPackage(folder: string): Promise<PackageState> {
  const [report, api] = [readApiReport(folder), readPackageApi(folder)];
  if (!report) return { report, api, changes: [], demanded: api.version };
  const changes = await compareApi(report, api, createCompatibilityCheck(folder, report, api));
  return { report, api, changes, demanded: raiseVersion(report.version, getDemandedStep(changes)) };
}

/** Whether a version is at least another one. Versions of shared packages have three numbers. */
function isAtLeast(version: string, lowest: string): boolean {
  const [a, b] = [version, lowest].map((text) => text.split('.').map(Number));
  const index = a?.findIndex((number, position) => number !== b?.[position]) ?? -1;
  return index < 0 || Number(a?.[index]) > Number(b?.[index]);
}

const formatChange = ({ key, name, kind, reason }: ApiChange) =>
  `${name} of ${key} is ${kind}${reason ? ` (${reason})` : ''}`;

/**
 * Checks that a package has the version and the changelog entry that its API demands, and that its report is current.
 *
 * @param folder Absolute folder of the package. The compiler has written its declarations (`tsc -b`).
 * @returns Messages that name the package, the exports and the command. Empty when the package is in order.
 */
export async function checkPackage(folder: string): Promise<string[]> {
  const { report, api, changes, demanded } = await inspectPackage(folder);
  const { packageName, version } = api;
  if (!report) return [`${packageName} has no API report: run "${command}".`];
  const changed = changes.map(formatChange).join('; ');
  if (!isAtLeast(version, demanded)) {
    return [
      `${packageName} needs version ${demanded}, and package.json has ${version}, because ${changed}. Run "${command}", which raises the version here and in the packages that depend on it, or undo the change.`,
    ];
  }
  const written = formatApiReport(createReport(api, report, changes));
  const isCurrent = written === formatApiReport(report);
  return [
    ...(isCurrent
      ? []
      : [`The API report of ${packageName} is outdated${changed ? `: ${changed}` : ''}. Run "${command}".`]),
    ...(hasChangelogEntry(folder, version)
      ? []
      : [`${packageName} has no entry for ${version} in ${changelogFile}: run "${command}", and add why.`]),
  ];
}

/**
 * Writes the report of a package. It raises the version when the changes demand it, and adds an entry to the changelog.
 *
 * @param root Absolute folder of the repository.
 * @returns What was written, for people; empty when the package was in order.
 */
export async function writePackageReport(root: string, folder: string): Promise<string[]> {
  const { report, api, changes, demanded } = await inspectPackage(folder);
  const version = isAtLeast(api.version, demanded) ? api.version : demanded;
  const isRaised = version !== api.version;
  if (isRaised) setPackageVersion(root, folder, version);
  const hasEntry = hasChangelogEntry(folder, version);
  if (!hasEntry) addChangelogEntry(folder, api.packageName, version, changes);
  const written = formatApiReport(createReport({ ...api, version }, report, changes));
  const isCurrent = report !== null && written === formatApiReport(report);
  if (!isCurrent) writeFileSync(path.join(folder, apiReportFile), written);
  if (isCurrent && hasEntry) return [];
  const raised = isRaised ? ` (was ${api.version})` : '';
  return [`${api.packageName} ${version}${raised}`, ...changes.map((change) => `  ${formatChange(change)}`)];
}
