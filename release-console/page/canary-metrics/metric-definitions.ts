import type { MetricsReport } from '../../api/responses';

type Figures = MetricsReport['live']['totals'];

/** One thing that is measured of pages: how it is read and written. */
export interface Figure {
  name: string;
  unit: string;
  /** Null where nothing was counted that it could be read from. */
  read: (figures: Figures) => number | null;
  write: (value: number) => string;
}

const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null);
const milliseconds = (value: number) => `${Math.round(value)} ms`;
const percent = (value: number) => `${value.toFixed(1)} %`;

/** What a release manager looks at first; each has a chart. */
export const chartedFigures: readonly Figure[] = [
  {
    name: 'Largest paint (LCP), 75th percentile',
    unit: 'ms',
    read: ({ vitals }) => vitals.LCP.p75,
    write: milliseconds,
  },
  {
    name: 'Uncaught errors per 100 views',
    unit: '',
    read: ({ errors, views }) => share(errors, views),
    write: (value) => value.toFixed(1),
  },
  {
    name: 'Sections that failed to load per 100 views',
    unit: '',
    read: ({ loadFailures, views }) => share(loadFailures, views),
    write: (value) => value.toFixed(1),
  },
  {
    name: 'Checkouts that became orders',
    unit: '%',
    read: ({ ordersPlaced, checkoutsStarted }) => share(ordersPlaced, checkoutsStarted),
    write: percent,
  },
];

/** Every figure, for the table. */
export const allFigures: readonly Figure[] = [
  { name: 'Page views', unit: '', read: ({ views }) => views, write: (value) => value.toLocaleString('en') },
  ...chartedFigures,
  {
    name: 'Response to input (INP), 75th percentile',
    unit: 'ms',
    read: ({ vitals }) => vitals.INP.p75,
    write: milliseconds,
  },
  {
    name: 'Layout shift (CLS), 75th percentile',
    unit: '',
    read: ({ vitals }) => vitals.CLS.p75,
    write: (value) => value.toFixed(3),
  },
  {
    name: 'First byte (TTFB), 75th percentile',
    unit: 'ms',
    read: ({ vitals }) => vitals.TTFB.p75,
    write: milliseconds,
  },
  {
    name: 'Pages that the server failed to render',
    unit: '',
    read: ({ renderFailures }) => renderFailures,
    write: (value) => value.toLocaleString('en'),
  },
];

/** A cohort as it is named and coloured, in charts and table. */
export interface CohortColumn {
  name: string;
  color: string;
  health: MetricsReport['live'];
}

/** Who is compared with whom. */
export function columnsOf({ live, canary, listed }: MetricsReport): CohortColumn[] {
  const control = { name: canary ? 'Control' : 'Live', color: 'var(--console-palette-success-main)', health: live };
  return [
    control,
    ...(canary ? [{ name: 'Canary', color: 'var(--console-palette-primary-main)', health: canary }] : []),
    ...(listed && listed.totals.views > 0
      ? [{ name: 'Canary by list', color: 'var(--console-palette-outline)', health: listed }]
      : []),
  ];
}
