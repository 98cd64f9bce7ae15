import { formatCanaryApps } from '@shop/releases/canaries/canary';
import { readRelease } from '@shop/releases/release/read-release';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { listPreviews } from '@shop/releases/signed-links/preview';
import { getReleases, type PinnedComposition } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { defineCommand, UsageError } from '../../cli/command';
import { formatTable } from '../../format/format-table';
import { loadState } from './load-state';

/** A release that uses an export, or that may use it because it does not record its exports. */
interface ExportUse {
  app: string;
  version: string;
  /** Where visitors get it: `live`, `canary`, `preview until 2026-11-29T08:00:00.000Z by asha`. */
  places: string[];
  /** Exports of the module that it uses; `*` for the whole module. Null for an older release that does not record them. */
  exports: string[] | null;
}

type Releases = Pick<PinnedComposition, 'shell' | 'remotes'>;

/** Lists the compositions that visitors of an environment can get, each with its place. */
async function listCompositions(
  environment: Environment,
): Promise<(readonly [place: string, composition: Releases])[]> {
  const { live, canaries } = await loadState(environment);
  const previews = await listPreviews(environment.store, environment.trusted);
  return [
    ['live', live],
    ...canaries.map((canary) => [`canary of ${formatCanaryApps(canary)}`, canary.composition] as const),
    ...previews
      .filter(({ env }) => env === environment.name)
      .map((preview) => [`preview until ${preview.expiresAt} by ${preview.by}`, preview] as const),
  ];
}

/** Reads every release of the compositions once, with the places where visitors get it. */
async function readPlacedReleases(environment: Environment): Promise<{ release: Release; places: string[] }[]> {
  const places = new Map<string, string[]>();
  const ids = new Map<string, Releases['shell']>();
  for (const [place, composition] of await listCompositions(environment)) {
    for (const id of getReleases(composition)) {
      const prefix = getReleasePrefix(id);
      ids.set(prefix, id);
      places.set(prefix, [...(places.get(prefix) ?? []), place]);
    }
  }
  const read = [...ids].map(async ([prefix, id]) => {
    return { release: await readRelease(environment.store, id), places: places.get(prefix) ?? [] };
  });
  return Promise.all(read);
}

/** Asserts that a shell of the environment shares the module, with the export. @throws {UsageError} */
function assertShared(releases: readonly Release[], key: string, name: string | undefined): void {
  const shells = releases.filter(({ kind }) => kind === 'shell');
  const provided = shells.flatMap(({ provides }) => provides[key] ?? []);
  if (provided.length === 0) {
    const keys = [...new Set(shells.flatMap(({ provides }) => Object.keys(provides)))].sort();
    throw new UsageError(`No shell shares "${key}": choose from ${keys.join(', ')}.`);
  }
  const known = provided.flatMap(({ exports }) => (exports ? [exports] : []));
  if (!name || known.length === 0 || known.some((exports) => Object.hasOwn(exports, name))) return;
  const names = [...new Set(known.flatMap((exports) => Object.keys(exports)))].sort();
  throw new UsageError(`${key} does not export "${name}": choose from ${names.join(', ')}.`);
}

/** Decides whether a release uses an export of a module. @param name Absent: any export. */
function findUse({ app, version, consumes }: Release, key: string, name?: string): Omit<ExportUse, 'places'> | null {
  const consumed = consumes[key];
  if (!consumed) return null;
  if (!consumed.exports) return { app, version, exports: null };
  const names = Object.keys(consumed.exports).filter((used) => !name || used === name || used === '*');
  return names.length > 0 ? { app, version, exports: names } : null;
}

export const usedBy = defineCommand<[key: string, name?: string], object>({
  name: 'used-by',
  summary: 'lists the releases that use an export of a shared module: live, in a canary or in a preview',
  examples: ['used-by @shop/ui/core Button', 'used-by @shop/cart/use-cart'],
  declare: (parser) =>
    parser
      .argument('<module>', 'shared module, such as @shop/ui/core')
      .argument('[export]', 'name of an export (default: all)'),
  run: async ({ words: [key, name], environment }) => {
    const placed = await readPlacedReleases(environment);
    assertShared(
      placed.map(({ release }) => release),
      key,
      name,
    );
    const uses = placed.flatMap(({ release, places }): ExportUse[] => {
      const use = findUse(release, key, name);
      return use ? [{ ...use, places }] : [];
    });
    const rows = uses.map(({ app, version, places, exports }) => [
      app,
      version,
      places.join(', '),
      exports?.join(', ') ?? 'does not record its exports',
    ]);
    const what = name ? `${name} of ${key}` : key;
    return {
      lines: rows.length > 0 ? formatTable(rows) : [`No release in ${environment.name} uses ${what}.`],
      data: uses,
    };
  },
});
