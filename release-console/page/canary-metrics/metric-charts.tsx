import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { LineChart } from '@mui/x-charts/LineChart';
import { downsample } from './downsample';
import { chartedMetrics, type Metric, type VisitorGroup } from './metric-definitions';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** One chart per metric, with a line per group of visitors. */
export function MetricCharts({ groups }: { groups: readonly VisitorGroup[] }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {chartedMetrics.map((metric) => (
        <MetricChart key={metric.name} metric={metric} groups={groups} />
      ))}
    </Box>
  );
}

function MetricChart({ metric, groups }: { metric: Metric; groups: readonly VisitorGroup[] }) {
  const lines = groups.map(({ name, color, metrics }) => ({ name, color, points: downsample(metrics.minutes) }));
  const times = lines[0]?.points.map(({ at }) => new Date(at)) ?? [];
  const series = lines.map(({ name, color, points }) => ({
    label: name,
    color,
    data: points.map(metric.read),
    connectNulls: true,
    curve: 'linear' as const,
    valueFormatter: (value: number | null) => (value === null ? 'no data' : metric.format(value)),
  }));
  const isEmpty = series.every(({ data }) => data.every((value) => value === null));
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Typography component="figcaption" variant="h3">
        {metric.name}
      </Typography>
      {isEmpty ? (
        <Typography
          color="textSecondary"
          variant="body2"
          sx={{ minHeight: 200, display: 'grid', placeItems: 'center' }}
        >
          No data yet
        </Typography>
      ) : (
        <LineChart
          height={220}
          margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
          xAxis={[{ data: times, scaleType: 'time', valueFormatter: (at: Date) => clock.format(at), tickNumber: 4 }]}
          yAxis={[{ min: 0, width: 48 }]}
          series={series}
          grid={{ horizontal: true }}
          hideLegend={groups.length === 1}
          skipAnimation
        />
      )}
    </Box>
  );
}
