import type { EnvironmentView, VersionHistory } from '@shop/releases/service-api/responses';
import type { ReactNode } from 'react';
import { DataTable } from '../components/data-table';
import { Section } from '../components/layout';
import { RollbackButton } from '../history/rollback-dialog';
import { formatMetric, ownErrorRate, versionMetrics } from './metric-definitions';

const formatStatus = ({ isLive, isCanary }: VersionHistory) => {
  if (isLive) return 'live';
  return isCanary ? 'canary' : 'not live';
};

const toTotals = ({ totals, ownErrors }: VersionHistory) => ({ ...totals, ownErrors });

/**
 * Finds the version to compare a version with: the live one for a canary, the version before it for others.
 *
 * @param versions  Newest first.
 */
function findControl(version: VersionHistory, versions: readonly VersionHistory[]): VersionHistory | undefined {
  const others = versions.filter(({ app }) => app === version.app);
  if (version.isCanary && !version.isLive) return others.find(({ isLive }) => isLive);
  return others[others.indexOf(version) + 1];
}

/** Formats the error rate of the version to compare with: `0.3 (1.0.0)`. */
function formatControl(version: VersionHistory, versions: readonly VersionHistory[]): string | null {
  const control = findControl(version, versions);
  const rate = control && formatMetric(ownErrorRate, toTotals(control));
  return control && rate ? `${rate} (${control.version})` : null;
}

export interface VersionTableProps {
  environment: EnvironmentView;
  versions: readonly VersionHistory[];
  /** Controls below the heading. */
  actions?: ReactNode;
}

/** Metrics of every version of the last 30 days, also of versions that were rolled back. A live version can be rolled back. */
export function VersionTable({ environment, versions, actions }: VersionTableProps) {
  if (versions.length === 0) return null;
  return (
    <Section
      title="Versions of the last 30 days"
      note="Metrics of all pages that were served with a version. Own errors come from its code, and the error rate is own errors per 100 views: that of a canary beside that of the live version, that of another version beside that of the one before. LCP, INP, CLS, TTFB and TBT are 75th percentiles."
      actions={actions}
    >
      <DataTable
        name="Metrics by version"
        rowHeading="Version"
        columns={[{ name: 'Status', isText: true }, ownErrorRate, { name: 'Compared with' }, ...versionMetrics]}
        rows={versions.map((entry) => ({
          key: `${entry.app} ${entry.version} ${entry.digest}`,
          name: `${entry.app} ${entry.version}`,
          cells: [
            <>
              {formatStatus(entry)}
              <RollbackButton
                environment={environment}
                app={entry.app}
                isOffered={entry.isLive}
                size="small"
                sx={{ whiteSpace: 'nowrap' }}
                aria-label={`Roll back ${entry.app} ${entry.version}…`}
              >
                Roll back…
              </RollbackButton>
            </>,
            formatMetric(ownErrorRate, toTotals(entry)),
            formatControl(entry, versions),
            ...versionMetrics.map((metric) => formatMetric(metric, toTotals(entry))),
          ],
        }))}
      />
    </Section>
  );
}
