import type { CanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases, type PinnedComposition } from '@shop/releases/state/composition';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import type { LiveState } from '@shop/releases/state/environment';

const row = (cells: readonly string[], widths: readonly number[]) =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd();

/** Lines of a table whose columns are as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  return rows.map((cells) => `  ${row(cells, widths)}`);
}

/** What is live, in lines. */
export function describeState({ head, live, canary }: LiveState): string[] {
  const apps = table(getReleases(live).map(({ app, version, digest }) => [app, version, digest]));
  const locks = Object.entries(head.locks).map(
    ([app, { by, reason }]) => `  locked: ${app === '*' ? 'everything' : app}, by ${by} (${reason})`,
  );
  const sharing =
    head.canary && canary
      ? [`  canary: ${describeShare(head.canary)} get ${differences(live, canary).join(', ')}`]
      : [];
  return [`${head.env}, change ${head.seq}:`, ...apps, ...sharing, ...locks];
}

/** Who gets a canary: `10 %, staff and visitors from KA`. */
function describeShare({ share, staff, regions = [] }: CanaryAudience): string {
  const lists = [...(staff ? ['staff'] : []), ...(regions.length > 0 ? [`visitors from ${regions.join(', ')}`] : [])];
  return [`${share} %`, ...lists].join(', ');
}

/** How one composition differs from another: `mf-catalog 1.0.0 → 1.1.0`. */
export const differences = (before: PinnedComposition, after: PinnedComposition): string[] =>
  compareCompositions(before, after).map(formatAppChange);
