import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { findHaltNotices } from '@shop/releases/history/halt-notices';
import { defineCommand } from '../../cli/command';
import { formatMetrics } from '../../format/format-metrics';
import { formatNotices, formatState } from '../../format/format-state';
import { loadState } from './load-state';

export const status = defineCommand<[], object>({
  name: 'status',
  summary: 'shows the live composition, the canaries, the locks and their figures',
  examples: ['status --env staging'],
  run: async ({ environment }) => {
    const { head, live, canaries, pairs } = await loadState(environment);
    const state = { head, live, canaries, pairs };
    const [health, notices] = await Promise.all([readMetricsReport(environment), findHaltNotices(environment, state)]);
    const lines = [...formatState(state), ...formatNotices(notices), ...(health ? formatMetrics(health) : [])];
    return { lines, data: { ...state, notices, health } };
  },
});
