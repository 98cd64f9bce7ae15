import { createHash } from 'node:crypto';
import type { ReleaseStore } from '../store/release-store';
import { computeIntegrity } from './integrity';
import { listReleases } from './list-releases';
import { addMeasurements, compressTextFiles } from './measure-build';
import { type PublishOptions, readBuild, serverFile } from './read-build';
import { getReleasePrefix, parseRelease, type Release, releaseFile } from './release';
import { assertNotBeingRemoved } from './removal-marker';
import { assertSameBytes, assertSameManifest, reserveVersion } from './version-reservation';

/**
 * Publishes the build of one app: a claim on the version, its files, `release.json` last. Publishing the same build again
 * changes nothing; a process killed half-way leaves files without a mark, and can be run again.
 *
 * @throws A sentence when the version is claimed or published with other bytes or another manifest, or the folder holds no
 *   build, or another app's: nothing is written then.
 */
export async function publish(store: ReleaseStore, options: PublishOptions): Promise<Release> {
  const { manifest, files } = await readBuild(options);
  const hashed = [...files].map(
    ([name, bytes]) => [name, { size: bytes.length, integrity: computeIntegrity(bytes) }] as const,
  );
  const digest = createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 12);
  const draft = {
    schema: 1,
    ...manifest,
    digest,
    commit: options.commit,
    publishedAt: new Date().toISOString(),
    server: serverFile,
    files: Object.fromEntries(hashed),
  };
  const release = parseRelease(toJson(draft), `the build of ${manifest.app}`);

  const prefix = getReleasePrefix(release);
  assertSameBytes(release, await listReleases(store, release.app));
  const known = await store.get(prefix + releaseFile);
  // After that look: while gc removes a release its mark is gone, and its files are going.
  await assertNotBeingRemoved(store, release);
  if (known) return assertSameManifest(release, parseRelease(known.bytes, prefix + releaseFile));
  const compressed = await compressTextFiles(files);
  const described = await reserveVersion(store, addMeasurements(release, compressed));
  await Promise.all([
    ...[...files].map(([name, content]) => store.putIfAbsent(prefix + name, content)),
    ...[...compressed].map(([name, content]) => store.putIfAbsent(`${prefix}${name}.br`, content)),
  ]);
  // Another process may have been as fast with the same bytes.
  await store.putIfAbsent(prefix + releaseFile, toJson(described));
  const written = await store.get(prefix + releaseFile);
  if (!written) throw new Error(`${prefix}${releaseFile} was just written and is not there: the store loses writes`);
  return assertSameManifest(release, parseRelease(written.bytes, prefix + releaseFile));
}

const toJson = (document: unknown) => Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
