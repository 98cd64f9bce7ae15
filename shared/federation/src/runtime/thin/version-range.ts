/**
 * Whether a version is in a range. It supports the two kinds of ranges that builds contain: an exact version and `^`. The build
 * rejects other ranges.
 *
 * @param version Semantic version, such as `1.4.0`. No `^` range contains a prerelease.
 * @example isInRange('1.4.0', '^1.2.0') // true
 */
export function isInRange(version: string, range: string): boolean {
  if (!range.startsWith('^') || version.includes('-')) return version === range;
  const numbers = parseNumbers(version);
  const lowest = parseNumbers(range.slice(1));
  const difference = numbers.findIndex((number, index) => number !== lowest[index]);
  if (difference < 0) return true;
  const isHigher = Number(numbers[difference]) > Number(lowest[difference]);
  // `^` fixes the numbers up to the first one that is not zero.
  return isHigher && lowest.slice(0, difference).some((number) => number > 0);
}

const parseNumbers = (version: string): number[] => version.split('.').map(Number);
