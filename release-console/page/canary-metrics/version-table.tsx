import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { VersionMetrics } from '../../api/responses';
import { versionMetrics } from './metric-definitions';

const formatStatus = ({ isLive, isCanary }: VersionMetrics) => {
  if (isLive) return 'live';
  return isCanary ? 'canary' : 'not live';
};

/** Figures of every version of the last 30 days, also of versions that were rolled back. */
export function VersionTable({ versions }: { versions: readonly VersionMetrics[] }) {
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
          Figures of all pages that were served with a version. Own errors come from its code.
        </Typography>
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
              <TableCell align="right">Own errors</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {versions.map((entry) => (
              <TableRow key={`${entry.app} ${entry.version} ${entry.digest}`}>
                <TableCell component="th" scope="row">
                  {entry.app} {entry.version}
                </TableCell>
                <TableCell>{formatStatus(entry)}</TableCell>
                {versionMetrics.map(({ name, read, format }) => {
                  const value = read(entry.totals);
                  return (
                    <TableCell key={name} align="right">
                      {value === null ? '–' : format(value)}
                    </TableCell>
                  );
                })}
                <TableCell align="right">{entry.ownErrors}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
}
