import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { framePattern } from '@shop/remote-contract/error-report';
import * as v from 'valibot';
import { mapsFolder, readPrivateFile } from '../release/private-files';
import type { ReleaseId } from '../release/release';
import { ReadRefusedError } from '../store/errors';
import type { ReleaseStore } from '../store/release-store';
import { TextOrNull } from '../store/schemas';

/**
 * Why a position has no source: no source map is stored for its script, the reader may not read it, it is damaged, or it does not
 * have the position.
 */
const FrameProblem = v.picklist(['no-map', 'closed-map', 'unreadable-map', 'no-position']);
export type FrameProblem = v.InferOutput<typeof FrameProblem>;

export const ResolvedFrame = v.object({
  /** Position in the released script: `mf-catalog/1.0.0-4f3a…/home.js:1:2345`. */
  frame: v.string(),
  /** Path of the source relative to the app, such as `src/features/home/home.screen.tsx`. Null without a source map. */
  source: TextOrNull,
  line: v.nullable(v.number()),
  column: v.nullable(v.number()),
  /** Name of the function or variable in the source. Null when the map has none. */
  name: TextOrNull,
  /** Null when the position is resolved. */
  problem: v.nullable(FrameProblem),
});
export type ResolvedFrame = v.InferOutput<typeof ResolvedFrame>;

/** Resolves positions in released scripts to their sources, by the source maps that `publish` stored. */
export type ResolveFrame = (frame: string) => Promise<ResolvedFrame>;

/** Parses `mf-catalog/1.0.0-4f3a…`. */
export function parseReleaseName(text: string): ReleaseId | null {
  const [, app, version, digest] = text.match(/^([^/]+)\/(.+)-([0-9a-f]{12})$/) ?? [];
  return app && version && digest ? { app, version, digest } : null;
}

/** Formats a source of a map: `webpack://mf_catalog_1_0_0/./src/home.tsx` is `src/home.tsx`. */
const formatSource = (source: string) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^\.\//, '');

/** Source maps in memory. A decoded map takes some 20 MB, and the console must not run out of memory. */
const maxMaps = 8;

/** Creates a resolver that keeps the last source maps. A map that is missing, closed or damaged leaves its positions unresolved. */
export function createFrameResolver(store: ReleaseStore): ResolveFrame {
  const maps = new Map<string, Promise<TraceMap | FrameProblem>>();
  const readMap = async (release: ReleaseId, file: string): Promise<TraceMap | FrameProblem> => {
    try {
      const bytes = await readPrivateFile(store, release, `${mapsFolder}${file}.map`);
      return bytes ? new TraceMap(Buffer.from(bytes).toString()) : 'no-map';
    } catch (error) {
      return error instanceof ReadRefusedError ? 'closed-map' : 'unreadable-map';
    }
  };
  const loadMap = (release: ReleaseId, name: string, file: string) => {
    const key = `${name}/${file}`;
    const map = maps.get(key) ?? readMap(release, file);
    maps.set(key, map);
    const [oldest] = maps.keys();
    if (maps.size > maxMaps && oldest !== undefined) maps.delete(oldest);
    return map;
  };
  return async (frame) => {
    const leave = (problem: FrameProblem) => ({ frame, source: null, line: null, column: null, name: null, problem });
    const [, name = '', file = '', line = '', column = ''] = frame.match(framePattern) ?? [];
    const release = parseReleaseName(name);
    if (!release) return leave('no-position');
    const map = await loadMap(release, name, file);
    if (typeof map === 'string') return leave(map);
    if (Number(line) < 1) return leave('no-position');
    try {
      // Stacks count columns from one, and source maps from zero.
      const found = originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) });
      // Maps are not signed, so a map may name a source that it does not list.
      if (typeof found.source !== 'string') return leave(found.source === null ? 'no-position' : 'unreadable-map');
      const nameInSource = typeof found.name === 'string' ? found.name : null;
      const source = formatSource(found.source);
      return { frame, source, line: found.line, column: found.column + 1, name: nameInSource, problem: null };
    } catch {
      return leave('unreadable-map');
    }
  };
}
