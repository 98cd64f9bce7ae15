import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

export interface DataTableProps {
  /** Name of the table. */
  name: string;
  /** Name of the region that scrolls, also with the keyboard, when the table is too wide. Default: the name of the table. */
  region?: string;
  /** Heading of the first column, which names the rows. */
  rowHeading: string;
  /** The other columns. They are aligned to the right by default, for numbers. */
  columns: readonly { name: string; align?: 'left' | 'right'; width?: { md: string } }[];
  /** Rows with a cell for each column, null where there is no data. The key is the name by default. */
  rows: readonly { key?: string; name: string; cells: readonly ReactNode[] }[];
  /** Names of rows may take several lines. Default: false. */
  wrapsNames?: boolean;
  /** Cells may take several lines, for texts. Default: false. */
  wrapsCells?: boolean;
  /** Narrow cells, for a table that fits a phone. Default: false. */
  isNarrow?: boolean;
  /** CSS pixels above which the rows scroll below the headings. Default: no limit. */
  maxHeight?: number;
}

/** Data as a table with named rows and columns. */
export function DataTable(props: DataTableProps) {
  const {
    name,
    region = name,
    rowHeading,
    columns,
    rows,
    wrapsNames = false,
    wrapsCells = false,
    isNarrow = false,
    maxHeight,
  } = props;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={region} sx={maxHeight ? { maxHeight } : {}}>
      <Table
        size="small"
        stickyHeader={maxHeight !== undefined}
        aria-label={name}
        sx={isNarrow ? { '& .MuiTableCell-root': { px: { xs: 1, md: 2 } } } : {}}
      >
        <TableHead>
          <TableRow>
            <TableCell>{rowHeading}</TableCell>
            {columns.map((column) => (
              <TableCell
                key={column.name}
                align={column.align ?? 'right'}
                sx={column.width ? { width: column.width } : {}}
              >
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
                <TableCell
                  key={column.name}
                  align={column.align ?? 'right'}
                  sx={wrapsCells ? { minWidth: 110 } : { whiteSpace: 'nowrap' }}
                >
                  {row.cells[index] ?? '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
