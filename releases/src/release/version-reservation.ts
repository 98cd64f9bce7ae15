import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { Release, type ReleaseId } from './release';

/*
 * A version means one build, for ever. `v/<app>/<version>.json` holds the description that whoever published it first had,
 * from before the first file is uploaded: of two who publish at once only one gets it. It makes no release exist, and stays
 * when one is collected: published again it is what compositions of then have pinned.
 */
const Reservation = v.object({
  digest: v.string(),
  /** Older claims have none. */
  release: v.exactOptional(Release),
});

const getReservationKey = ({ app, version }: ReleaseId) => `v/${app}/${version}.json`;

/** @throws A sentence when the version is published with other bytes. Versions from before there were claims have no other. */
export function assertSameBytes({ app, version, digest }: ReleaseId, published: readonly ReleaseId[]): void {
  const clash = published.find((one) => one.version === version && one.digest !== digest);
  if (clash) {
    throw new Error(
      `${app}@${version} is already published with other bytes (${clash.digest}, not ${digest}): choose another version`,
    );
  }
}

/**
 * Takes a version for one set of bytes. Whoever was killed afterwards can take it again with the same bytes, and so can
 * whoever publishes again what gc removed.
 *
 * @returns How the release was described first.
 * @throws A sentence when the version was taken with other bytes or another manifest.
 */
export async function reserveVersion(store: ReleaseStore, release: Release): Promise<Release> {
  const { app, version, digest } = release;
  const key = getReservationKey(release);
  await store.putIfAbsent(key, Buffer.from(JSON.stringify({ digest, release })));
  const stored = await store.get(key);
  const claim = stored && parseJson(Reservation, stored.bytes, key);
  if (claim?.digest === digest) return assertSameManifest(release, claim.release ?? release);
  throw new Error(
    `${app}@${version} was published, or begun, with other bytes before (${claim?.digest}, not ${digest}): choose another version`,
  );
}

/**
 * Holds a build to the release that its version and bytes name already.
 *
 * @returns The release there is.
 * @throws A sentence when its manifest says something else, such as other paths: those are not among the bytes.
 */
export function assertSameManifest(built: Release, known: Release): Release {
  const [one, other] = [omitMeasurements(built), omitMeasurements(known)];
  const names = Object.keys({ ...one, ...other }) as (keyof typeof one)[];
  const differing = names.filter((name) => !isDeepStrictEqual(one[name], other[name]));
  if (differing.length === 0) return known;
  throw new Error(
    `${built.app}@${built.version} is already published with other ${differing.join(', ')}: choose another version`,
  );
}

/** What a release is, without when and from where it came, and without what was measured: compressors differ. */
function omitMeasurements({ publishedAt: _, commit: __, files, paths, ...rest }: Release) {
  const unmeasured = Object.entries(paths).map(([id, { firstLoad: ___, ...path }]) => [id, path] as const);
  const hashes = Object.entries(files).map(([name, { integrity }]) => [name, integrity] as const);
  return { ...rest, paths: Object.fromEntries(unmeasured), files: Object.fromEntries(hashes) };
}
