import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { ReleaseStore } from '../store/release-store';
import { parseRelease, type Release, type ReleaseId, releaseFile, releasePrefix } from './release';

const compress = promisify(brotliCompress);

/** Files a browser asks for as text; they are stored a second time, compressed, so that no request compresses anything. */
const compressible = /\.(js|css|svg|json)$/;

export interface PublishOptions {
  /** Folder of the app, with `dist/browser` and `dist/node` built. */
  appRoot: string;
  /** Commit the build was made from, or empty. */
  commit: string;
}

const sha384 = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

async function readTree(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = files
    .sort()
    .map(async (file) => [path.relative(root, file).split(path.sep).join('/'), await readFile(file)] as const);
  return new Map(await Promise.all(read));
}

/**
 * Publishes the build of one app: its files first, `release.json` last. Publishing the same bytes again changes nothing;
 * a process killed half-way leaves files without a mark, and can be run again.
 *
 * @throws When the version is already published with other bytes.
 */
export async function publish(store: ReleaseStore, { appRoot, commit }: PublishOptions): Promise<Release> {
  const browser = await readTree(path.join(appRoot, 'dist/browser'));
  const manifest = JSON.parse(browser.get('build.json')?.toString() ?? 'null');
  if (!manifest) throw new Error(`${appRoot} has no build: run its build first`);
  browser.delete('build.json');
  const files = new Map([...browser].filter(([name]) => !name.endsWith('.map')));
  const server = 'node/server.cjs';
  files.set(server, await readFile(path.join(appRoot, 'dist/node/server.cjs')));

  const hashed = [...files].map(([name, bytes]) => [name, { size: bytes.length, integrity: sha384(bytes) }] as const);
  const digest = createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 12);
  const { app, version } = manifest;
  if (!manifest.names) {
    throw new Error(`the build of ${app} does not tell which names it registers: build it with \`release publish\``);
  }
  const prefix = releasePrefix({ app, version, digest });
  await refuseOtherBytes(store, { app, version, digest });
  const known = await store.get(prefix + releaseFile);
  if (known) return parseRelease(known.bytes, prefix + releaseFile);

  const compressed = await compressTexts(files);
  const measured = hashed.map(([name, file]) => {
    const bytes = compressed.get(name)?.length;
    return [name, { ...file, ...(bytes === undefined ? {} : { compressed: bytes }) }] as const;
  });
  const release = {
    schema: 1,
    ...manifest,
    paths: measurePaths(manifest, compressed),
    digest,
    commit,
    publishedAt: new Date().toISOString(),
    server,
    files: Object.fromEntries(measured),
  };
  const bytes = Buffer.from(`${JSON.stringify(release, null, 2)}\n`);
  const checked = parseRelease(bytes, `the build of ${app}`);
  await Promise.all([
    ...[...files].map(([name, content]) => store.putIfAbsent(prefix + name, content)),
    ...[...compressed].map(([name, content]) => store.putIfAbsent(`${prefix}${name}.br`, content)),
  ]);
  await store.putIfAbsent(prefix + releaseFile, bytes);
  return checked;
}

async function compressTexts(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const texts = [...files].filter(([name]) => compressible.test(name));
  const made = texts.map(async ([name, bytes]) => {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return [name, await compress(bytes, { params })] as const;
  });
  return new Map(await Promise.all(made));
}

/** The paths of a build, each with what its first load takes of it. */
function measurePaths({ entry, paths }: Pick<Release, 'entry' | 'paths'>, compressed: ReadonlyMap<string, Buffer>) {
  const measured = Object.entries(paths).map(([id, path]) => {
    const firstLoad = [entry, ...path.files].reduce((sum, file) => sum + (compressed.get(file)?.length ?? 0), 0);
    return [id, { ...path, firstLoad }] as const;
  });
  return Object.fromEntries(measured);
}

/** A version means one set of bytes, for ever. */
async function refuseOtherBytes(store: ReleaseStore, { app, version, digest }: ReleaseId): Promise<void> {
  const others = await listReleases(store, app);
  const clash = others.find((one) => one.version === version && one.digest !== digest);
  if (clash) {
    throw new Error(
      `${app}@${version} is already published with other bytes (${clash.digest}, not ${digest}): choose another version`,
    );
  }
}

/** Published releases of an app, whole ones only. */
export async function listReleases(store: ReleaseStore, app: string): Promise<ReleaseId[]> {
  const keys = await store.list(`r/${app}/`);
  return keys.flatMap((key) => {
    const [, version, digest] = key.match(/^r\/[^/]+\/(.+)-([0-9a-f]{12})\/release\.json$/) ?? [];
    return version && digest ? [{ app, version, digest }] : [];
  });
}
