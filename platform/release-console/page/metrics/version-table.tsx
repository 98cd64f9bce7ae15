import type { VersionMetrics } from '@shop/releases/service-api/responses';
import type { ReactNode } from 'react';
import { DataTable } from '../components/data-table';
import { Section } from '../components/layout';
import { formatMetric, versionMetrics } from './metric-definitions';

const formatStatus = ({ isLive, isCanary }: VersionMetrics) => {
  if (isLive) return 'live';
  return isCanary ? 'canary' : 'not live';
};

export interface VersionTableProps {
  versions: readonly VersionMetrics[];
  /** Controls below the heading. */
  actions?: ReactNode;
}

/** Metrics of every version of the last 30 days, also of versions that were rolled back. */
export function VersionTable({ versions, actions }: VersionTableProps) {
  if (versions.length === 0) return null;
  return (
    <Section
      title="Versions of the last 30 days"
      note="Metrics of all pages that were served with a version. Own errors come from its code. LCP, INP, CLS and TTFB are 75th percentiles."
      actions={actions}
    >
      <DataTable
        region="Metrics by version"
        name="Metrics by version"
        rowHeading="Version"
        columns={[{ name: 'Status', align: 'left' }, ...versionMetrics]}
        rows={versions.map((entry) => ({
          key: `${entry.app} ${entry.version} ${entry.digest}`,
          name: `${entry.app} ${entry.version}`,
          cells: [
            formatStatus(entry),
            ...versionMetrics.map((metric) => formatMetric(metric, { ...entry.totals, ownErrors: entry.ownErrors })),
          ],
        }))}
      />
    </Section>
  );
}
