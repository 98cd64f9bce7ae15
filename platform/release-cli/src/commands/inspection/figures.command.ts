import { readVersionMetrics, type VersionMetrics } from '@shop/releases/canary-analysis/version-metrics';
import { type VitalName, vitalNames } from '@shop/releases/canary-analysis/web-vitals';
import { defineCommand } from '../../cli/command';
import { parsePlainText, valueOption } from '../../cli/parse-values';
import { formatTable } from '../../format/format-table';

const headings = ['app', 'version', 'status', 'views', 'errors', 'own errors', 'load failures', 'render failures'];

function formatStatus({ isLive, isCanary }: VersionMetrics): string {
  if (isLive) return 'live';
  return isCanary ? 'canary' : '';
}

const formatVital = ({ totals }: VersionMetrics, name: VitalName) => {
  const { p75 } = totals.vitals[name];
  if (p75 === null) return '–';
  return name === 'CLS' ? p75.toFixed(2) : `${Math.round(p75)} ms`;
};

export const figures = defineCommand<[], { app?: string }>({
  name: 'figures',
  summary: 'shows views, errors, load failures and web vitals (p75) by app and version for 30 days',
  examples: ['figures', 'figures --app mf-catalog --json'],
  declare: (parser) => parser.addOption(valueOption('--app <app>', 'figures of one app', parsePlainText)),
  run: async ({ environment, options: { app } }) => {
    const all = await readVersionMetrics(environment);
    const versions = all.filter((entry) => app === undefined || entry.app === app);
    const rows = versions.map((entry) => [
      entry.app,
      entry.version,
      formatStatus(entry),
      ...[entry.totals.views, entry.totals.errors, entry.ownErrors].map(String),
      ...[entry.totals.loadFailures, entry.totals.renderFailures].map(String),
      ...vitalNames.map((name) => formatVital(entry, name)),
    ]);
    return {
      lines: rows.length > 0 ? formatTable([[...headings, ...vitalNames], ...rows]) : ['There are no figures yet.'],
      data: versions,
    };
  },
});
