import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

export interface FigureRow {
  /** Different from row to row. Default: the name. */
  key?: string;
  /** First cell, the heading of the row. */
  name: string;
  /** A text for each column; null where there is no data. */
  figures: readonly (string | null)[];
}

export interface FigureColumn {
  name: string;
  /** Default: right, for numbers. */
  align?: 'left' | 'right';
}

export interface FigureTableProps {
  /** Name of the region that scrolls. */
  region: string;
  /** Name of the table. */
  name: string;
  /** Heading of the first column, which names the rows. */
  rowHeading: string;
  /** The other columns. */
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** Names of rows may take several lines. Default: false. */
  wrapsNames?: boolean;
  /** CSS pixels above which the rows scroll below the headings. Default: no limit. */
  maxHeight?: number;
}

/** Figures as a table that scrolls when it is too wide, also with the keyboard. */
export function FigureTable({
  region,
  name,
  rowHeading,
  columns,
  rows,
  wrapsNames = false,
  maxHeight,
}: FigureTableProps) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={region} sx={maxHeight ? { maxHeight } : {}}>
      <Table size="small" stickyHeader={maxHeight !== undefined} aria-label={name}>
        <TableHead>
          <TableRow>
            <TableCell>{rowHeading}</TableCell>
            {columns.map((column) => (
              <TableCell key={column.name} align={column.align ?? 'right'}>
                {column.name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key ?? row.name}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: wrapsNames ? 'normal' : 'nowrap' }}>
                {row.name}
              </TableCell>
              {columns.map((column, index) => (
                <TableCell key={column.name} align={column.align ?? 'right'} sx={{ whiteSpace: 'nowrap' }}>
                  {row.figures[index] ?? '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
