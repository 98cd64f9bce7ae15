import { isDeepStrictEqual } from 'node:util';
import semver from 'semver';
import * as v from 'valibot';
import { ConflictError } from '../store/errors';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { Release, type ReleaseId } from './release';

/*
 * A version identifies one build for ever. `v/<app>/<version>.json` reserves it, and holds the `release.json` of the first
 * publisher. It is written before the first file, so of two concurrent publishers one gets the version. It does not make
 * the release exist. Gc keeps it: a release that is published again gets the `release.json` that old compositions pin.
 */
const Reservation = v.object({ digest: v.string(), release: Release });

const getReservationKey = ({ app, version }: ReleaseId) => `v/${app}/${version}.json`;

/**
 * Reserves a version for a build. The same build can reserve it again: after a crash, or after gc removed the release.
 *
 * @returns The release as it was described by its first publisher.
 * @throws When the version is reserved for other bytes or another manifest.
 */
export async function reserveVersion(store: ReleaseStore, release: Release): Promise<Release> {
  const { app, version, digest } = release;
  const key = getReservationKey(release);
  await store.putIfAbsent(key, Buffer.from(JSON.stringify({ digest, release })));
  const stored = await store.get(key);
  const reservation = stored && parseJson(Reservation, stored.bytes, key);
  if (reservation?.digest === digest) return assertSameManifest(release, reservation.release);
  throw new ConflictError(
    `${app}@${version} was published, or begun, with other bytes before (${reservation?.digest}, not ${digest}): choose another version`,
  );
}

/** Finds a version that no app has reserved: 1.0.0 in an empty store, else the next one after the highest. */
export async function findFreeVersion(store: ReleaseStore): Promise<string> {
  const keys = await store.list('v/');
  const reserved = keys.flatMap((key) => semver.valid(/^v\/[^/]+\/(.+)\.json$/.exec(key)?.[1]) ?? []);
  const [highest] = semver.rsort(reserved);
  return (highest && semver.inc(highest, 'patch')) || '1.0.0';
}

/**
 * Compares a build with the release that has the same version and bytes. The manifest is not among the bytes.
 *
 * @throws When the manifests differ, for example in their paths.
 */
export function assertSameManifest(built: Release, known: Release): Release {
  const [a, b] = [omitMeasurements(built), omitMeasurements(known)];
  const names = Object.keys({ ...a, ...b }) as (keyof typeof a)[];
  const differing = names.filter((name) => !isDeepStrictEqual(a[name], b[name]));
  if (differing.length === 0) return known;
  throw new ConflictError(
    `${built.app}@${built.version} is already published with other ${differing.join(', ')}: choose another version`,
  );
}

/** Omits the time, the origin of the sources and the pipeline, and the measured sizes: two versions of a compressor give different sizes. */
function omitMeasurements({ publishedAt: _, commit: __, repository: ___, pipeline: ____, files, ...rest }: Release) {
  const hashes = Object.entries(files).map(([name, { integrity }]) => [name, integrity] as const);
  return { ...rest, files: Object.fromEntries(hashes) };
}
