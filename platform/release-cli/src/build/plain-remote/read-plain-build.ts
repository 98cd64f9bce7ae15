import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildManifestFile } from '@shop/federation/build-manifest';
import { hasServableExtension, ReleasedPath, releaseFile } from '@shop/releases/release/release';
import { connectOriginPattern, maxConnectOrigins } from '@shop/remote-contract/connect';
import semver from 'semver';
import * as v from 'valibot';
import { listUnmappedScripts, readGeneratedChunks } from './unmapped-scripts';

/** File with what the shop has to know about a plain remote. It is beside the package.json of the remote. */
export const factsFile = 'shop-remote.json';

const Text = v.pipe(v.string(), v.minLength(1));

const Facts = v.strictObject({
  /** Paths that the remote serves, by the name of the route in the exposed module. */
  paths: v.pipe(
    v.record(
      Text,
      v.strictObject({
        ...v.omit(ReleasedPath, ['files', 'styles', 'lazyShared']).entries,
        pattern: v.pipe(Text, v.regex(/^(\/|\*$)/, 'begins with "/"')),
      }),
    ),
    v.check((paths) => Object.keys(paths).length > 0, 'has no path'),
  ),
  /** Exposed module that exports `routes`. */
  exposes: v.pipe(Text, v.regex(/^\.\//, 'begins with "./"')),
  /** Version range of the remote contract. */
  contract: v.pipe(
    Text,
    v.check((range) => semver.validRange(range) !== null, 'is not a version range'),
  ),
  /** Origins of the remote's own backend. */
  connect: v.exactOptional(
    v.pipe(v.array(v.pipe(Text, v.regex(connectOriginPattern, 'is not an origin'))), v.maxLength(maxConnectOrigins)),
  ),
});
export type Facts = v.InferOutput<typeof Facts>;

const Files = v.object({ sync: v.array(v.string()), async: v.array(v.string()) });
const Assets = v.object({ js: Files, css: Files });

/** The part of `mf-manifest.json` that a release needs. https://module-federation.io/configure/manifest.html */
const Manifest = v.object({
  name: Text,
  metaData: v.object({
    publicPath: v.optional(v.string()),
    pluginVersion: Text,
    remoteEntry: v.object({ name: Text, path: v.string(), type: v.string() }),
  }),
  shared: v.array(
    v.object({
      name: Text,
      version: v.nullish(v.string(), ''),
      requiredVersion: v.nullish(v.union([v.string(), v.literal(false)])),
      singleton: v.nullish(v.boolean(), false),
      assets: Assets,
    }),
  ),
  remotes: v.array(v.unknown()),
  exposes: v.array(v.object({ path: Text, assets: Assets })),
});
export type FederationManifest = v.InferOutput<typeof Manifest>;

/** The build of a remote by the official Module Federation plugin. */
export interface PlainBuild {
  app: string;
  /** Absolute folder of the remote. */
  root: string;
  facts: Facts;
  manifest: FederationManifest;
  /** Path of the entry, relative to the build. */
  entry: string;
  /** Public files by path relative to the build. */
  files: Map<string, Buffer>;
  /** Other files for browsers, of kinds that no gateway serves. */
  unserved: string[];
  /** Source maps by the name of their script or style sheet. */
  maps: Map<string, string>;
}

/** Converts the name of an app to the name of its federation: `mf-reviews` to `mf_reviews`. */
export const toFederationName = (app: string): string => app.replace(/\W/g, '_');

/** Whether the scripts of a build are modules, as those of Vite. */
export const isModuleBuild = ({ metaData }: FederationManifest): boolean => metaData.remoteEntry.type === 'module';

/** Shared modules that a page has once, so that the remote must take them from the shell. */
export const isOfShell = (name: string): boolean => /^(react|react-dom|react\/jsx-runtime|@shop\/.+)$/.test(name);

/** What a plain remote lacks, and what the team does about it. */
interface Lack {
  problem: string;
  remedy: string;
}

const exampleFacts = {
  paths: { reviews: { pattern: '/reviews', access: 'open' } },
  exposes: './routes',
  contract: '^1.0.0',
};

/**
 * Reads the build of a plain remote and everything that its release needs.
 *
 * @param manifestFile Absolute path of its `mf-manifest.json`.
 * @throws With one message that lists everything that is missing.
 */
export async function readPlainBuild(app: string, root: string, manifestFile: string): Promise<PlainBuild> {
  const lacks: Lack[] = [];
  const facts = await readJson(Facts, path.join(root, factsFile), lacks, `write it: ${JSON.stringify(exampleFacts)}`);
  const enable = 'set `manifest: true` in the Module Federation plugin and build the remote';
  const manifest = await readJson(Manifest, manifestFile, lacks, enable);
  // Without a manifest the folder may be any, such as that of node_modules.
  if (!manifest) throw createLacksError(app, lacks);
  const folder = path.dirname(manifestFile);
  const { files, unserved, maps } = await readFiles(folder);
  const chunks = { isModule: isModuleBuild(manifest), generated: await readGeneratedChunks(folder, root) };
  const unmapped = await listUnmappedScripts({ files, maps }, chunks);
  lacks.push(...findLacks(app, manifest, { files, maps, unmapped }), ...findBadNames([...files.keys()]));
  if (facts && !manifest.exposes.some((exposed) => exposed.path === facts.exposes)) {
    const exposed = manifest.exposes.map((module) => module.path).join(', ') || 'nothing';
    lacks.push({
      problem: `it exposes ${exposed}, and not the ${facts.exposes} of ${factsFile}`,
      remedy: `add '${facts.exposes}' to \`exposes\` of the plugin, a module that exports \`routes\``,
    });
  }
  if (lacks.length > 0 || !facts) throw createLacksError(app, lacks);
  return { app, root, facts, manifest, entry: getEntry(manifest), files, unserved, maps };
}

const createLacksError = (app: string, lacks: readonly Lack[]): Error =>
  new Error(
    [`${app} cannot be published yet:`, ...lacks.map(({ problem, remedy }) => `  ${problem} → ${remedy}`)].join('\n'),
  );

const getEntry = ({ metaData: { remoteEntry } }: FederationManifest): string =>
  path.posix.join(remoteEntry.path, remoteEntry.name);

async function readJson<Schema extends v.GenericSchema>(
  schema: Schema,
  file: string,
  lacks: Lack[],
  remedy: string,
): Promise<v.InferOutput<Schema> | null> {
  const name = path.basename(file);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) {
    const problem = existsSync(file) ? 'is not a file that can be read' : 'is missing';
    lacks.push({ problem: `${file} ${problem}`, remedy });
    return null;
  }
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    if (result.success) return result.output;
    for (const issue of result.issues) {
      lacks.push({ problem: `${name}: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`, remedy: 'correct it' });
    }
  } catch {
    lacks.push({ problem: `${name} is not JSON`, remedy: 'correct it' });
  }
  return null;
}

/** The files for browsers, without those that describe a build, compressed copies, and the pages of a remote on its own. */
const isPublic = (name: string) =>
  !/(^|\/)\.|\.(html|map|d\.ts|zip|br|gz|LICENSE\.txt)$/.test(name) && !/^(mf-manifest|mf-stats)\.json$/.test(name);

/** Files whose source map names the packages in them. */
const isMapped = (name: string) => /\.(js|css)$/.test(name);

async function readFiles(folder: string): Promise<Pick<PlainBuild, 'files' | 'unserved' | 'maps'>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  const read = async (name: string) => [name, await readFile(path.join(folder, name))] as const;
  const maps = names.filter((name) => name.endsWith('.map') && isMapped(name.replace(/\.map$/, '')));
  const published = names.filter(isPublic);
  return {
    files: new Map(await Promise.all(published.filter(hasServableExtension).map(read))),
    unserved: published.filter((name) => !hasServableExtension(name)),
    maps: new Map(
      (await Promise.all(maps.map(read))).map(([name, bytes]) => [name.replace(/\.map$/, ''), bytes.toString()]),
    ),
  };
}

function findLacks(
  app: string,
  manifest: FederationManifest,
  { files, maps, unmapped }: Pick<PlainBuild, 'files' | 'maps'> & { unmapped: readonly string[] },
): Lack[] {
  const { name, metaData, shared, remotes } = manifest;
  const lacks: Lack[] = [];
  const require = (isThere: boolean, problem: string, remedy: string) => {
    if (!isThere) lacks.push({ problem, remedy });
  };
  const entry = getEntry(manifest);
  const code = files.get(entry)?.toString() ?? '';
  const scripts = [...files].filter(([file]) => file.endsWith('.js'));
  const federation = toFederationName(app);
  require(name ===
    federation, `the name of the federation is ${name}`, `set \`name: '${federation}'\` in the plugin: a page has one runtime for each name`);
  require(code !==
    '', `the build has no ${entry}`, 'build the remote again, with a `filename` in the plugin that ends in .js');
  require(metaData.publicPath ===
    'auto', `its public path is ${metaData.publicPath ?? 'not set'}`, "set `output.publicPath: 'auto'` in rspack and webpack, `base: './'` in Vite: the shop serves each version in a folder of its own");
  require(remotes.length ===
    0, 'it loads remotes of its own', 'leave out `remotes`: the shell loads the remotes of a page');
  require(!scripts.some(([, bytes]) =>
    bytes.includes('_FEDERATION_RUNTIME_CORE'),
  ), 'it takes the federation runtime from its page (externalRuntime), which the shop does not have', 'leave out `experiments.externalRuntime`');
  const react = shared.find((module) => module.name === 'react');
  require(react !==
    undefined, 'it does not share react', 'add `shared: { react: { singleton: true } }`: a page has one React');
  const several = shared.filter((module) => isOfShell(module.name) && !module.singleton).map((module) => module.name);
  require(several.length === 0, `${several.join(', ')} is not a singleton`, 'add `singleton: true` to it in `shared`');
  const remedy =
    "set `devtool: 'hidden-source-map'` in rspack and webpack, `build.sourcemap: 'hidden'` in Vite: source maps are stored and not served";
  const without = maps.size === 0 ? 'the build has no source maps' : `${unmapped.join(', ')} has no source map`;
  const keep = 'leave out scripts that no bundler wrote, and keep the default `build.manifest` of Vite';
  require(maps.size > 0 &&
    unmapped.length === 0, `${without}, from which its packages and their licences are read`, maps.size === 0
    ? remedy
    : `${remedy}; ${keep}`);
  const named = [...files].filter(([file, bytes]) => isMapped(file) && bytes.includes('sourceMappingURL='));
  require(named.length === 0, `${named.map(([file]) => file).join(', ')} names a source map`, remedy);
  if (!isModuleBuild(manifest) && code !== '') {
    const pattern = new RegExp(`(rspack|webpack)Chunk${federation}\\b`);
    require(pattern.test(
      code,
    ), 'its chunks are not named after the federation', `leave out \`output.uniqueName\` and \`output.chunkLoadingGlobal\`, or set \`uniqueName: '${federation}'\``);
    require(headInsertion.test(
      code,
    ), `the entry does not load its chunks as publish knows it (plugin ${metaData.pluginVersion})`, 'build it with a version of the bundler that the shop was tested with: see docs/decisions/0087');
  }
  return lacks;
}

/** Lists the files of a build whose names a release cannot have. */
function findBadNames(files: readonly string[]): Lack[] {
  const kinds: [isFitting: (file: string) => boolean, problem: string, remedy: string][] = [
    [
      (file) => file.split('/').every((part) => servable.test(part)),
      'has a name that the shop cannot serve',
      'set the file names of the build: letters, digits, and . _ -',
    ],
    [
      (file) => !reserved.has(file) && !file.startsWith('node/'),
      'has the name of a file that publish writes',
      'give it another name',
    ],
  ];
  return kinds.flatMap(([isFitting, problem, remedy]) => {
    const found = files.filter((file) => !isFitting(file));
    return found.length > 0 ? [{ problem: `${found.join(', ')} ${problem}`, remedy }] : [];
  });
}

/** How the code of the bundlers adds scripts and style sheets to a page. */
export const headInsertion = /\bdocument\.head\.append(Child)?\(/;

/** Parts of the path of a file that a gateway serves. */
const servable = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** Files that `publish` writes into a release or reads from the adapted build. The folder `node` is for its server. */
const reserved: ReadonlySet<string> = new Set([releaseFile, buildManifestFile, 'packages.json']);
