import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { defineCommand } from '../../cli/command';
import { formatMetrics } from '../../format/format-metrics';
import { formatState } from '../../format/format-state';
import { loadState } from './load-state';

export const status = defineCommand<[], object>({
  name: 'status',
  summary: 'shows the live composition, the canary, the locks and their figures',
  examples: ['status --env staging'],
  run: async ({ environment }) => {
    const { head, live, canary } = await loadState(environment);
    const health = await readMetricsReport(environment);
    const lines = [...formatState({ head, live, canary }), ...(health ? formatMetrics(health) : [])];
    return { lines, data: { head, live, canary, health } };
  },
});
