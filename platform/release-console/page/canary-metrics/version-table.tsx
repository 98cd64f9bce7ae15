import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { VersionMetrics } from '../../api/responses';
import { FigureTable } from './figure-table';
import { formatFigure, versionMetrics } from './metric-definitions';

const formatStatus = ({ isLive, isCanary }: VersionMetrics) => {
  if (isLive) return 'live';
  return isCanary ? 'canary' : 'not live';
};

export interface VersionTableProps {
  versions: readonly VersionMetrics[];
  /** Shown below the heading. */
  children?: ReactNode;
}

/** Figures of every version of the last 30 days, also of versions that were rolled back. */
export function VersionTable({ versions, children }: VersionTableProps) {
  if (versions.length === 0) return null;
  return (
    <Box
      component="section"
      aria-labelledby="versions-30-days"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 }}
    >
      <div>
        <Typography variant="h2" id="versions-30-days">
          Versions of the last 30 days
        </Typography>
        <Typography color="textSecondary" variant="body2">
          Figures of all pages that were served with a version. Own errors come from its code. LCP, INP, CLS and TTFB
          are 75th percentiles.
        </Typography>
        {children}
      </div>
      <FigureTable
        region="Figures by version"
        name="Metrics by version"
        rowHeading="Version"
        columns={[{ name: 'Status', align: 'left' }, ...versionMetrics]}
        rows={versions.map((entry) => ({
          key: `${entry.app} ${entry.version} ${entry.digest}`,
          name: `${entry.app} ${entry.version}`,
          figures: [
            formatStatus(entry),
            ...versionMetrics.map((metric) => formatFigure(metric, { ...entry.totals, ownErrors: entry.ownErrors })),
          ],
        }))}
      />
    </Box>
  );
}
