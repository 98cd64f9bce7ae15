import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { LineChart } from '@mui/x-charts/LineChart';
import { inStretches } from './downsample';
import { type CohortColumn, chartedFigures, type Figure } from './metric-definitions';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A chart for each figure that counts most, cohorts side by side. */
export function HealthCharts({ columns }: { columns: readonly CohortColumn[] }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {chartedFigures.map((figure) => (
        <FigureChart key={figure.name} figure={figure} columns={columns} />
      ))}
    </Box>
  );
}

function FigureChart({ figure, columns }: { figure: Figure; columns: readonly CohortColumn[] }) {
  const cohorts = columns.map(({ name, color, health }) => ({ name, color, stretches: inStretches(health.minutes) }));
  const times = cohorts[0]?.stretches.map(({ at }) => new Date(at)) ?? [];
  const series = cohorts.map(({ name, color, stretches }) => ({
    label: name,
    color,
    data: stretches.map(figure.read),
    connectNulls: true,
    curve: 'linear' as const,
    valueFormatter: (value: number | null) => (value === null ? 'nothing counted' : figure.write(value)),
  }));
  const isEmpty = series.every(({ data }) => data.every((value) => value === null));
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Typography component="figcaption" variant="h3">
        {figure.name}
      </Typography>
      {isEmpty ? (
        <Typography
          color="textSecondary"
          variant="body2"
          sx={{ minHeight: 200, display: 'grid', placeItems: 'center' }}
        >
          Nothing counted yet
        </Typography>
      ) : (
        <LineChart
          height={220}
          margin={{ left: 0, right: 12, top: 12, bottom: 0 }}
          xAxis={[{ data: times, scaleType: 'time', valueFormatter: (at: Date) => clock.format(at), tickNumber: 4 }]}
          yAxis={[{ min: 0, width: 48 }]}
          series={series}
          grid={{ horizontal: true }}
          hideLegend={columns.length === 1}
          skipAnimation
        />
      )}
    </Box>
  );
}
