import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { ReleaseStore } from '../store/release-store';
import { sha384 } from './integrity';
import { parseRelease, type Release, type ReleaseId, releaseFile, releasePrefix } from './release';
import { refuseRemoved } from './removal';
import { compareVersions } from './version';
import { claimVersion, refuseOtherBuild, refuseOtherBytes } from './version-claim';

const compress = promisify(brotliCompress);

/** Files a browser asks for as text; they are stored a second time, compressed, so that no request compresses anything. */
const compressible = /\.(js|css|svg|json)$/;

const serverFile = 'node/server.cjs';

export interface PublishOptions {
  /** Folder of the app, with `dist/browser` and `dist/node` built. */
  appRoot: string;
  /** Commit the build was made from, or empty. */
  commit: string;
  /** The app that the folder must hold; left out, whichever it does. */
  app?: string;
}

async function readTree(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = files
    .sort()
    .map(async (file) => [path.relative(root, file).split(path.sep).join('/'), await readFile(file)] as const);
  return new Map(await Promise.all(read));
}

/**
 * Publishes the build of one app: a claim on the version, its files, `release.json` last. Publishing the same build again
 * changes nothing; a process killed half-way leaves files without a mark, and can be run again.
 *
 * @throws A sentence when the version is claimed or published with other bytes or another manifest, or the folder holds no
 *   build, or another app's: nothing is written then.
 */
export async function publish(store: ReleaseStore, options: PublishOptions): Promise<Release> {
  const { manifest, files } = await readBuild(options);
  const hashed = [...files].map(([name, bytes]) => [name, { size: bytes.length, integrity: sha384(bytes) }] as const);
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

  const prefix = releasePrefix(release);
  refuseOtherBytes(release, await listReleases(store, release.app));
  const known = await store.get(prefix + releaseFile);
  // After that look: while gc removes a release its mark is gone, and its files are going.
  await refuseRemoved(store, release);
  if (known) return refuseOtherBuild(release, parseRelease(known.bytes, prefix + releaseFile));
  const compressed = await compressTexts(files);
  const described = await claimVersion(store, measure(release, compressed));
  await Promise.all([
    ...[...files].map(([name, content]) => store.putIfAbsent(prefix + name, content)),
    ...[...compressed].map(([name, content]) => store.putIfAbsent(`${prefix}${name}.br`, content)),
  ]);
  // Another process may have been as fast with the same bytes.
  await store.putIfAbsent(prefix + releaseFile, toJson(described));
  const written = await store.get(prefix + releaseFile);
  if (!written) throw new Error(`${prefix}${releaseFile} was just written and is not there: the store loses writes`);
  return refuseOtherBuild(release, parseRelease(written.bytes, prefix + releaseFile));
}

const toJson = (document: unknown) => Buffer.from(`${JSON.stringify(document, null, 2)}\n`);

/** What a build left behind, source maps aside: its manifest, and its files by name. */
async function readBuild({ appRoot, app }: PublishOptions) {
  const browser = await readTree(path.join(appRoot, 'dist/browser')).catch(() => new Map<string, Buffer>());
  const manifest = JSON.parse(browser.get('build.json')?.toString() ?? 'null');
  if (!manifest) throw new Error(`${appRoot} has no build: run its build first`);
  if (app !== undefined && manifest.app !== app) throw new Error(`${appRoot} holds ${manifest.app}, not ${app}.`);
  if (!manifest.names) {
    throw new Error(
      `the build of ${manifest.app} does not tell which names it registers: build it with \`release publish\``,
    );
  }
  browser.delete('build.json');
  const files = new Map([...browser].filter(([name]) => !name.endsWith('.map')));
  files.set(serverFile, await readFile(path.join(appRoot, 'dist', serverFile)));
  return { manifest, files };
}

async function compressTexts(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const texts = [...files].filter(([name]) => compressible.test(name));
  const made = texts.map(async ([name, bytes]) => {
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    return [name, await compress(bytes, { params })] as const;
  });
  return new Map(await Promise.all(made));
}

/** A release with the bytes of its texts in brotli, and with what the first load of each path takes of it. */
function measure(release: Release, compressed: ReadonlyMap<string, Buffer>): Release {
  const sizeOf = (name: string) => compressed.get(name)?.length;
  const files = Object.entries(release.files).map(([name, file]) => {
    const bytes = sizeOf(name);
    return [name, bytes === undefined ? file : { ...file, compressed: bytes }] as const;
  });
  const paths = Object.entries(release.paths).map(([id, path]) => {
    const firstLoad = [release.entry, ...path.files].reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
    return [id, { ...path, firstLoad }] as const;
  });
  return { ...release, files: Object.fromEntries(files), paths: Object.fromEntries(paths) };
}

/** Names of all apps that have a whole release in the store; the shell comes first. */
export async function listPublishedApps(store: ReleaseStore): Promise<string[]> {
  const keys = await store.list('r/');
  const apps = new Set(keys.flatMap((key) => (key.endsWith(`/${releaseFile}`) ? [key.split('/')[1] ?? ''] : [])));
  return [...apps].sort(
    (one, other) => Number(other === 'shell') - Number(one === 'shell') || one.localeCompare(other),
  );
}

/** Published releases of an app, whole ones only, by version, older ones first. */
export async function listReleases(store: ReleaseStore, app: string): Promise<ReleaseId[]> {
  const keys = await store.list(`r/${app}/`);
  const releases = keys.flatMap((key) => {
    const [, version, digest] = key.match(/^r\/[^/]+\/(.+)-([0-9a-f]{12})\/release\.json$/) ?? [];
    return version && digest ? [{ app, version, digest }] : [];
  });
  return releases.sort((one, other) => compareVersions(one.version, other.version));
}
