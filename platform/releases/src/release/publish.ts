import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { ReleaseStore } from '../store/release-store';
import { buildReportFile, createBuildReport, type ReportedBuild } from './build-report';
import { computeIntegrity } from './integrity';
import { mapsFolder, republishedFolder, writePrivateFiles } from './private-files';
import { type PublishOptions, readBuild, serverFile } from './read-build';
import { getReleasePrefix, parseRelease, type Release, releaseFile } from './release';
import { assertNotBeingRemoved } from './removal-marker';
import { assertAllowedLicenses, type BundledPackage, createSbom, sbomFile } from './sbom';
import { assertSameManifest, reserveVersion } from './version-reservation';

/**
 * Publishes the build of one app: it reserves the version, writes the files, and writes `release.json` last. Source maps, SBOM and
 * build report go to the private part of the store, which no server makes public. To publish the same build again changes
 * nothing, and gc counts from then. A publisher that is killed leaves files without `release.json`; publishing can be repeated.
 *
 * @returns The release as its first publisher described it.
 * @throws When the version is reserved or published with other bytes or another manifest, the folder has no build or another
 *   app's, or a package in the build has a licence that is not allowed. Nothing is written then.
 */
export async function publish(store: ReleaseStore, options: PublishOptions): Promise<Release> {
  const { manifest, files, maps, packages } = await readBuild(options);
  const release = describeBuild(manifest, files, options);
  const build = { app: release.app, files, maps, packages, commits: options.commits ?? [] };
  assertAllowedLicenses(release.app, packages);
  const prefix = getReleasePrefix(release);
  const known = await store.get(prefix + releaseFile);
  // After that read: gc writes its marker before it removes `release.json`.
  await assertNotBeingRemoved(store, release);
  if (known) {
    const same = assertSameManifest(release, parseRelease(known.bytes, prefix + releaseFile));
    // A later build may have the source maps that the first one lacked.
    await writePrivateFiles(store, same, describePrivately(same, build, release.publishedAt));
    return same;
  }
  const compressed = await compressTextFiles(files);
  const reserved = await reserveVersion(store, addMeasurements(release, compressed));
  await Promise.all([
    ...[...files].map(([name, content]) => store.putIfAbsent(prefix + name, content)),
    ...[...compressed].map(([name, content]) => store.putIfAbsent(`${prefix}${name}.br`, content)),
    writePrivateFiles(store, reserved, describePrivately(reserved, build, release.publishedAt)),
  ]);
  await store.putIfAbsent(prefix + releaseFile, toJson(reserved));
  // Another process may have published the same bytes at the same time.
  const written = await store.get(prefix + releaseFile);
  if (!written) throw new Error(`${prefix}${releaseFile} was written and is missing: the store loses writes`);
  return assertSameManifest(release, parseRelease(written.bytes, prefix + releaseFile));
}

/** @param publishedAt  The time of this publication. */
function describePrivately(
  release: Release,
  build: ReportedBuild & { packages: readonly BundledPackage[] },
  publishedAt: string,
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([...build.maps].map(([name, bytes]) => [`${mapsFolder}${name}`, bytes]));
  files.set(sbomFile, Buffer.from(createSbom(release, build.packages)));
  if (publishedAt !== release.publishedAt) {
    files.set(`${republishedFolder}${publishedAt.slice(0, 10)}`, new Uint8Array());
  }
  return files.set(buildReportFile, createBuildReport(build));
}

/**
 * Reads a build as a release, to compare it. It may lack the registered names.
 *
 * @throws When the folder has no build, or its manifest is invalid.
 */
export async function readBuiltRelease(appRoot: string): Promise<Release> {
  const options: PublishOptions = { appRoot, commit: '', isCompared: true };
  const { manifest, files } = await readBuild(options);
  return describeBuild(manifest, files, options);
}

/** Describes a build as a release. @throws {CorruptDocumentError} When its manifest is invalid. */
function describeBuild(
  manifest: { app: string } & Record<string, unknown>,
  files: ReadonlyMap<string, Buffer>,
  { commit, repository, pipeline }: PublishOptions,
): Release {
  const hashed = [...files].map(
    ([name, bytes]) => [name, { size: bytes.length, integrity: computeIntegrity(bytes) }] as const,
  );
  const description = {
    schema: 1,
    ...manifest,
    digest: createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 12),
    commit,
    ...(repository && { repository }),
    ...(pipeline && { pipeline }),
    publishedAt: new Date().toISOString(),
    ...(files.has(serverFile) && { server: serverFile }),
    files: Object.fromEntries(hashed),
  };
  return parseRelease(toJson(description), `the build of ${manifest.app}`);
}

const toJson = (document: unknown) => Buffer.from(`${JSON.stringify(document, null, 2)}\n`);

const compress = promisify(brotliCompress);

/** Text files. They are stored a second time in brotli, so that no request has to compress them. */
const compressible = /\.(js|css|svg|json)$/;

export async function compressTextFiles(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const textFiles = [...files].filter(([name]) => compressible.test(name));
  const compressed = textFiles.map(async ([name, bytes]) => {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return [name, await compress(bytes, { params })] as const;
  });
  return new Map(await Promise.all(compressed));
}

function addMeasurements(release: Release, compressed: ReadonlyMap<string, Buffer>): Release {
  const files = Object.entries(release.files).map(([name, file]) => {
    const bytes = compressed.get(name)?.length;
    return [name, bytes === undefined ? file : { ...file, compressed: bytes }] as const;
  });
  return { ...release, files: Object.fromEntries(files) };
}
