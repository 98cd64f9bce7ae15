import * as Enums from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
import * as Spec from '@cyclonedx/cyclonedx-library/Spec';
import satisfies from 'spdx-satisfies';
import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { Release } from './release';

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

export const sbomFile = 'sbom.json';

/** `packages.json` of a build: the packages whose modules its files contain. */
const BundledPackages = v.array(v.object({ name: v.string(), version: v.string(), license: v.string() }));
export type BundledPackage = v.InferOutput<typeof BundledPackages>[number];

export const parseBundledPackages = (bytes: Uint8Array, where: string): BundledPackage[] =>
  parseJson(BundledPackages, bytes, where);

/** Formats a package URL: `pkg:npm/%40mui/material@9.5.0`. @see https://github.com/package-url/purl-spec */
const formatPackageUrl = ({ name, version }: BundledPackage) =>
  `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;

/**
 * Creates the SBOM of a release: the packages that the bundler put into its files.
 *
 * @returns JSON of CycloneDX 1.6. The same release and packages give the same text.
 */
export function createSbom({ app, version, digest }: Release, packages: readonly BundledPackage[]): string {
  const component = new Models.Component(Enums.ComponentType.Application, app, {
    version,
    bomRef: `${app}@${version}-${digest}`,
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component }) });
  for (const entry of packages) {
    const purl = formatPackageUrl(entry);
    const library = new Models.Component(Enums.ComponentType.Library, entry.name, {
      version: entry.version,
      bomRef: purl,
      purl,
    });
    if (entry.license) library.licenses.add(new Models.LicenseExpression(entry.license));
    component.dependencies.add(library.bomRef);
    bom.components.add(library);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

const StoredSbom = v.object({
  components: v.optional(
    v.array(
      v.object({
        name: v.string(),
        version: v.string(),
        licenses: v.optional(v.array(v.object({ expression: v.string() })), []),
      }),
    ),
    [],
  ),
});

/** Lists the packages of an SBOM that `createSbom` wrote. @throws {CorruptDocumentError} */
export function parseSbom(bytes: Uint8Array, where: string): BundledPackage[] {
  const { components } = parseJson(StoredSbom, bytes, where);
  return components.map(({ name, version, licenses }) => ({ name, version, license: licenses[0]?.expression ?? '' }));
}
