import { Box, Typography } from '@mui/material';
import { LineChart } from '@mui/x-charts/LineChart';
import type { ReactNode } from 'react';
import type { ChartData, ChartLine, ChartSet } from './chart-data';

export interface MetricChartsProps extends ChartSet {
  formatTime: (time: Date) => string;
  /**
   * Charts by UTC day have three columns, and leave a gap where a value is missing. Default: two columns, a line across a gap, and
   * ticks in the browser's time zone.
   */
  isByDay?: boolean;
  /** Renders the numbers of a chart, below it. */
  renderNumbers?: (chart: ChartData) => ReactNode;
}

const columns = (count: number) => `repeat(${count}, minmax(0, 1fr))`;

/** Whether a point has no neighbour: without a mark it would be invisible. */
const isAlone =
  (values: ChartLine['values']) =>
  ({ index }: { index: number }) =>
    (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;

/** One chart per metric, with a line per group of visitors or per version. */
export function MetricCharts({ charts, ...props }: MetricChartsProps) {
  const wide = props.isByDay ? { sm: columns(2), lg: columns(3) } : { md: columns(2) };
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: columns(1), ...wide } }}>
      {charts.map((chart) => (
        <MetricChart key={chart.name} chart={chart} {...props} />
      ))}
    </Box>
  );
}

interface MetricChartProps extends Omit<MetricChartsProps, 'charts'> {
  chart: ChartData;
}

function MetricChart({ chart, times, formatTime, isByDay = false, renderNumbers }: MetricChartProps) {
  const { name, format, lines } = chart;
  const height = isByDay ? 180 : 220;
  const series = lines.map((line) => ({
    label: line.name,
    color: line.color,
    data: line.values,
    connectNulls: !isByDay,
    showMark: isByDay && isAlone(line.values),
    curve: 'linear' as const,
    valueFormatter: (value: number | null) => (value === null ? 'no data' : format(value)),
  }));
  const isEmpty = series.every(({ data }) => data.every((value) => value === null));
  const isZero = series.every(({ data }) => data.every((value) => !value));
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Typography component="figcaption" variant="h3">
        {name}
      </Typography>
      {isEmpty ? (
        <Typography
          color="textSecondary"
          variant="body2"
          sx={{ minHeight: height - 20, display: 'grid', placeItems: 'center' }}
        >
          No data yet
        </Typography>
      ) : (
        <>
          <LineChart
            height={height}
            margin={{ left: 0, right: isByDay ? 24 : 12, top: 12, bottom: 0 }}
            xAxis={[{ data: times, scaleType: isByDay ? 'utc' : 'time', valueFormatter: formatTime, tickNumber: 4 }]}
            yAxis={[{ min: 0, width: 48, ...(isZero && { max: 1 }) }]}
            series={series}
            grid={{ horizontal: true }}
            hideLegend={lines.length === 1 || isByDay}
            skipAnimation
          />
          {renderNumbers?.(chart)}
        </>
      )}
    </Box>
  );
}
