import type { SectionPart } from '../report/benchmarks-document';
import { formatKilobytes, formatRatio, formatSummary } from '../report/format-figures';
import { formatTable } from '../report/markdown-table';
import { summarize } from '../report/statistics';
import type { PageLoad } from './page-load';
import { getMedianFigure, type PageLoads } from './page-targets';
import { libraryNames } from './script-bytes/library-bytes';

const formatShift = (value: number) => value.toFixed(3);
const formatCount = (value: number) => String(Math.round(value));

/** A column of the tables: its header, figure and format. */
type Column = [header: string, select: (load: PageLoad) => number | null, format?: (value: number) => string];

const times: readonly Column[] = [
  ['FCP', (load) => load.firstContentfulPaint],
  ['LCP', (load) => load.largestContentfulPaint],
  ['Blocking, wall', (load) => load.blockingByWall],
  ['Blocking, CPU', (load) => load.blockingByCpu],
  ['CLS', (load) => load.layoutShift, formatShift],
  ['Hydrated', (load) => load.hydrated],
  ['Usable', (load) => load.usable],
];

const sizes: readonly Column[] = [
  ['Document, KB', (load) => load.documentBytes, formatKilobytes],
  ['JavaScript, KB', (load) => load.scriptBytes, formatKilobytes],
  ['with prefetch, KB', (load) => load.allScriptBytes, formatKilobytes],
  ['Requests', (load) => load.requests, formatCount],
  ['Depth to LCP', (load) => load.depthToPaint, formatCount],
  ['Depth to hydrated', (load) => load.depthToHydrated, formatCount],
];

/** Lists a row for each page and variant. */
const listRows = (pages: readonly PageLoads[], createCells: (loads: readonly PageLoad[]) => readonly string[]) =>
  pages.flatMap(({ page, loads }) =>
    [...loads].map(([variant, measured]) => [`${page}, ${variant}`, ...createCells(measured)]),
  );

function formatColumns(pages: readonly PageLoads[], columns: readonly Column[]): string {
  const rows = listRows(pages, (loads) =>
    columns.map(([, select, format]) => formatSummary(summarize(loads.map(select)), format)),
  );
  return formatTable(['Page', ...columns.map(([header]) => header)], rows);
}

/** Formats the federated shop's medians as multiples of those of each other variant. */
function formatRatios(pages: readonly PageLoads[]): string {
  const columns = [...times.slice(0, 4), ...times.slice(5), sizes[1] as Column];
  const rows = pages.flatMap(({ page, loads }) => {
    const federated = loads.get('federated') ?? [];
    const others = [...loads].filter(([variant]) => variant !== 'federated');
    return others.map(([variant, measured]) => [
      `${page}, by ${variant}`,
      ...columns.map(([, select]) =>
        formatRatio(getMedianFigure(federated, select), getMedianFigure(measured, select)),
      ),
    ]);
  });
  return formatTable(['Federated', ...columns.map(([header]) => header)], rows);
}

function formatLibraries(pages: readonly PageLoads[]): string {
  const rows = listRows(pages, (loads) =>
    libraryNames.map((library) =>
      formatKilobytes(getMedianFigure(loads, (load) => load.libraryBytes.get(library) ?? 0)),
    ),
  );
  return formatTable(['Page', ...libraryNames], rows);
}

/** Creates the tables of the section. @param runs Loads of each page in each variant. */
export function createPageTables(pages: readonly PageLoads[], runs: number): SectionPart[] {
  return [
    {
      title: 'Times',
      text: `Milliseconds since the navigation: median (range) of ${runs} load${runs === 1 ? '' : 's'} of each page in each variant. Blocking time counts from FCP to TTI, by wall clock and by CPU time of the main thread. _Hydrated_: the screen reacts to input. _Usable_: its content is there as well.\n\n${formatColumns(pages, times)}`,
    },
    {
      title: 'Ratios',
      text: `Medians of the federated shop, divided by those of the single builds.\n\n${formatRatios(pages)}`,
    },
    {
      title: 'Bytes and requests',
      text: `Transferred bytes with headers, and requests, until the page is hydrated. _Depth_: the longest chain of requests of which each waits for the one before.\n\n${formatColumns(pages, sizes)}`,
    },
    {
      title: 'JavaScript by library',
      text: `Transferred kilobytes until the page is hydrated, divided by the source maps of the builds.\n\n${formatLibraries(pages)}`,
    },
  ];
}
