import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { VersionMetrics } from '../../api/responses';
import { versionMetrics } from './metric-definitions';

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
      <TableContainer tabIndex={0} role="region" aria-label="Figures by version">
        <Table size="small" aria-label="Metrics by version">
          <TableHead>
            <TableRow>
              <TableCell>Version</TableCell>
              <TableCell>Status</TableCell>
              {versionMetrics.map(({ name }) => (
                <TableCell key={name} align="right">
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {versions.map((entry) => (
              <TableRow key={`${entry.app} ${entry.version} ${entry.digest}`}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                  {entry.app} {entry.version}
                </TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatStatus(entry)}</TableCell>
                {versionMetrics.map(({ name, read, format }) => {
                  const value = read({ ...entry.totals, ownErrors: entry.ownErrors });
                  return (
                    <TableCell key={name} align="right">
                      {value === null ? '–' : format(value)}
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
}
