import { Box, Button, Typography } from '@mui/material';
import type { VersionHistory } from '@shop/releases/service-api/responses';
import { useMemo, useState } from 'react';
import { consoleApi } from '../api/console-api';
import { AppFilter } from '../components/app-filter';
import { DataTable } from '../components/data-table';
import { formatHash } from '../components/hash-route';
import { type EnvironmentScreenProps, plainList, row, Section, ViewHeading } from '../components/layout';
import { QueryResult } from '../components/query-result';
import { type ChartData, maxLines, toDayCharts } from './chart-data';
import { LazyCharts } from './metrics-panel';
import { VersionTable } from './version-table';

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const formatDay = (time: Date) => dayFormat.format(time);

/** Metrics of the last 30 days: a table by app and version, and charts by day of one app. */
export function MetricsScreen({ environment, params }: EnvironmentScreenProps) {
  const { name: env } = environment;
  const { app = '' } = params;
  const query = consoleApi.useMetricsQuery({ env, app: app || undefined }, { refetchOnMountOrArgChange: true });
  return (
    <>
      <ViewHeading
        note={
          app
            ? `${app} in the last 30 days.`
            : 'The last 30 days. The charts are those of the shell, which is in every page: choose an app for its own.'
        }
      >
        Metrics of {env}
      </ViewHeading>
      <Box sx={{ ...row, gap: 2, alignItems: 'center' }}>
        <AppFilter
          environment={environment}
          app={app}
          onChange={(next) => location.assign(formatHash({ env, view: 'metrics', params: { app: next } }))}
        />
        <Button variant="outlined" href={formatHash({ env, view: 'errors', params: { app, period: '30d' } })}>
          Errors{app && ` of ${app}`}
        </Button>
      </Box>
      <QueryResult query={query} what="metrics">
        {(versions) =>
          versions.length === 0 ? (
            <Typography>{app ? `${app} was not live in the last 30 days.` : 'There are no metrics yet.'}</Typography>
          ) : (
            <>
              <VersionTable environment={environment} versions={versions} />
              {/* The shell is in every page and comes first, so its metrics are those of the whole shop. */}
              <MetricsByDay app={app || (versions[0]?.app ?? '')} versions={versions} />
            </>
          )
        }
      </QueryResult>
    </>
  );
}

interface MetricsByDayProps {
  app: string;
  /** Versions of every app, newest first. */
  versions: readonly VersionHistory[];
}

/** A chart of each metric of one app, with a line for each version, and the numbers of each chart. */
function MetricsByDay({ app, versions }: MetricsByDayProps) {
  const viewed = useMemo(
    () => versions.filter((entry) => entry.app === app && entry.totals.views > 0),
    [app, versions],
  );
  const { times, charts } = useMemo(() => toDayCharts(viewed, Date.now()), [viewed]);
  const lines = charts[0]?.lines ?? [];
  const cut = viewed.length > maxLines ? ` The charts show the newest ${maxLines} versions.` : '';
  const note = lines.length === 0 ? 'No page views in the last 30 days.' : `Each point is a UTC day.${cut}`;
  return (
    <Section title={`${app} by day`} note={note}>
      {lines.length > 0 && (
        <>
          <Box component="ul" aria-label="Versions" sx={{ ...plainList, ...row, columnGap: 3, rowGap: 0.5 }}>
            {lines.map(({ name, color }) => (
              <Box
                component="li"
                key={name}
                sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}
              >
                <Box aria-hidden sx={{ width: 16, height: 4, borderRadius: 1, bgcolor: color }} />
                {name}
              </Box>
            ))}
          </Box>
          <LazyCharts
            minHeight={640}
            isByDay
            times={times}
            charts={charts}
            formatTime={formatDay}
            renderNumbers={(chart) => <DayTable chart={chart} times={times} />}
          />
        </>
      )}
    </Section>
  );
}

/** The numbers of a chart by day, newest first, for people who cannot see the chart. It opens on request. */
function DayTable({ chart: { name, format, lines }, times }: { chart: ChartData; times: readonly Date[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const rows = times
    .map((time, index) => ({ time, values: lines.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .reverse();
  return (
    <Box component="details" onToggle={(event) => setIsOpen(event.currentTarget.open)} sx={{ mt: 0.5 }}>
      <Box component="summary" sx={{ typography: 'body2', color: 'text.secondary', cursor: 'pointer', py: 0.75 }}>
        {name} by day
      </Box>
      {isOpen && (
        <DataTable
          name={`${name} by day`}
          rowHeading="Day"
          columns={lines}
          rows={rows.map(({ time, values }) => ({
            name: formatDay(time),
            cells: values.map((value) => (value === null ? null : format(value))),
          }))}
          maxHeight={320}
        />
      )}
    </Box>
  );
}
