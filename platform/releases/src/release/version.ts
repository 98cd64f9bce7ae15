import semver from 'semver';

/**
 * Parses the version of a release.
 *
 * @param what  Source of the text, for the message: `--version`.
 * @throws When the text is no semantic version. @see https://semver.org
 */
export function parseVersion(text: string, what: string): string {
  if (/^\d\S*$/.test(text) && semver.valid(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: give a semantic version, such as 1.2.0 or 1.2.0-beta.1.`);
}

/** Compares two versions for sorting, older first. Text that is no version, which older stores may hold, comes first. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => semver.parse(text, { loose: true }));
  if (first && second) return semver.compareBuild(first, second);
  return Number(Boolean(first)) - Number(Boolean(second)) || a.localeCompare(b);
}
