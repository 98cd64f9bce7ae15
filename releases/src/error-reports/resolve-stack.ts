import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { framePattern } from '@shop/remote-contract/error-report';
import { mapsFolder, readPrivateFile } from '../private-files/private-files';
import type { ReleaseId } from '../release/release';
import type { ReleaseStore } from '../store/release-store';

/** A position of a stack in the sources. */
export interface ResolvedFrame {
  /** Position in the released script: `mf-catalog/1.0.0-4f3a…/home.js:1:2345`. */
  frame: string;
  /** Path of the source relative to the app, such as `src/features/home/home.screen.tsx`. Null without a source map. */
  source: string | null;
  line: number | null;
  column: number | null;
  /** Name of the function or variable in the source. Null when the map has none. */
  name: string | null;
}

/** Resolves positions in released scripts to their sources, by the source maps that `publish` stored. */
export type ResolveFrame = (frame: string) => Promise<ResolvedFrame>;

/** Parses `mf-catalog/1.0.0-4f3a…`. */
export function parseReleaseName(text: string): ReleaseId | null {
  const [, app, version, digest] = text.match(/^([^/]+)\/(.+)-([0-9a-f]{12})$/) ?? [];
  return app && version && digest ? { app, version, digest } : null;
}

/** Formats a source of a map: `webpack://mf_catalog_1_0_0/./src/home.tsx` is `src/home.tsx`. */
const formatSource = (source: string) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^\.\//, '');

/** Creates a resolver that reads each source map once. A missing or damaged map leaves its positions unresolved. */
export function createFrameResolver(store: ReleaseStore): ResolveFrame {
  const maps = new Map<string, Promise<TraceMap | null>>();
  const readMap = async (release: ReleaseId, file: string) => {
    try {
      const bytes = await readPrivateFile(store, release, `${mapsFolder}${file}.map`);
      return bytes && new TraceMap(Buffer.from(bytes).toString());
    } catch {
      return null;
    }
  };
  return async (frame) => {
    const unresolved = { frame, source: null, line: null, column: null, name: null };
    const [, name = '', file = '', line = '', column = ''] = frame.match(framePattern) ?? [];
    const release = parseReleaseName(name);
    if (!release) return unresolved;
    const key = `${name}/${file}`;
    const reading = maps.get(key) ?? readMap(release, file);
    maps.set(key, reading);
    const map = await reading;
    if (!map || Number(line) < 1) return unresolved;
    // Stacks count columns from one, and source maps from zero.
    const found = originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) });
    if (found.source === null) return unresolved;
    return { frame, source: formatSource(found.source), line: found.line, column: found.column + 1, name: found.name };
  };
}
