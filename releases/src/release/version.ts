import semver from 'semver';

/**
 * Reads the version of a release.
 *
 * @param what Where it was given, for the message: `--version`.
 * @throws A sentence when it is no version. @see https://semver.org
 */
export function parseVersion(text: string, what: string): string {
  if (/^\d\S*$/.test(text) && semver.valid(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: give a semantic version, such as 1.2.0 or 1.2.0-beta.1.`);
}

/** Order of versions, older first. What is none, as older stores may hold, comes before those that are. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => semver.parse(text, { loose: true }));
  if (first && second) return semver.compareBuild(first, second);
  return Number(Boolean(first)) - Number(Boolean(second)) || one.localeCompare(other);
}
