import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { allMetrics, type VisitorGroup } from './metric-definitions';

/** All metrics as numbers, also for people who cannot see the charts. */
export function MetricTable({ groups }: { groups: readonly VisitorGroup[] }) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label="MetricFigures of the last two hours">
      <Table size="small" aria-label="Metrics">
        <TableHead>
          <TableRow>
            <TableCell>Metric</TableCell>
            {groups.map(({ name }) => (
              <TableCell key={name} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {allMetrics.map(({ name, read, format }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {groups.map((group) => {
                const value = read(group.metrics.totals);
                return (
                  <TableCell key={group.name} align="right">
                    {value === null ? '–' : format(value)}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
