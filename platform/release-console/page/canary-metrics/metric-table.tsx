import { FigureTable } from './figure-table';
import { allMetrics, formatFigure, type VisitorGroup } from './metric-definitions';

/** All metrics as numbers, also for people who cannot see the charts. */
export function MetricTable({ groups }: { groups: readonly VisitorGroup[] }) {
  return (
    <FigureTable
      region="Figures of the last two hours"
      name="Metrics"
      rowHeading="Metric"
      wrapsNames
      columns={groups}
      rows={allMetrics.map((metric) => ({
        name: metric.name,
        figures: groups.map(({ metrics }) => formatFigure(metric, metrics.totals)),
      }))}
    />
  );
}
