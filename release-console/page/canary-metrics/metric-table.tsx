import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { allFigures, type CohortColumn } from './metric-definitions';

/** The figures of the charts and more, as numbers: for whoever compares closely, or sees no charts. */
export function HealthTable({ columns }: { columns: readonly CohortColumn[] }) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Figures of the last two hours">
      <Table size="small" aria-label="Health in figures">
        <TableHead>
          <TableRow>
            <TableCell>Figure</TableCell>
            {columns.map(({ name }) => (
              <TableCell key={name} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {allFigures.map(({ name, read, write }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {columns.map((column) => {
                const value = read(column.health.totals);
                return (
                  <TableCell key={column.name} align="right">
                    {value === null ? '–' : write(value)}
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
