import satisfies from 'spdx-satisfies';
import type { BundledPackage } from './sbom';

/** Licences of packages and fonts that releases may contain. None of them requires publishing the shop's own sources. */
export const allowedLicenses = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
] as const;

/** Whether the allowlist contains a licence, or every licence that an SPDX expression requires. */
export function isAllowedLicense(expression: string): boolean {
  try {
    return satisfies(expression, allowedLicenses);
  } catch {
    // No SPDX expression, such as "SEE LICENSE IN LICENSE.md".
    return false;
  }
}

/** @throws When a package of a build has a licence that is not in the allowlist. The message names each package. */
export function assertAllowedLicenses(app: string, packages: readonly BundledPackage[]): void {
  const refused = packages.filter(({ license }) => !isAllowedLicense(license));
  if (refused.length === 0) return;
  const names = refused.map(({ name, version, license }) => `${name}@${version} (${license || 'no licence'})`);
  throw new Error(
    `${app} contains packages whose licences are not allowed: ${names.join(', ')}. Replace them, or add the licence to the allowlist after a review.`,
  );
}
