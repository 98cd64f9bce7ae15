import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

export interface DataTableProps {
  /** Name of the table, and of the region that scrolls, also with the keyboard, when the table is too wide. */
  name: string;
  /** Heading of the first column, which names the rows. */
  rowHeading: string;
  /** The other columns. Numbers are aligned to the right; texts may take several lines. */
  columns: readonly { name: string; isText?: boolean; width?: { md: string } }[];
  /** Rows with a cell for each column, null where there is no data. The key is the name by default. */
  rows: readonly { key?: string; name: string; cells: readonly ReactNode[] }[];
  /** CSS pixels above which the rows scroll below the headings. Default: no limit. */
  maxHeight?: number;
}

/** Data as a table with named rows and columns. */
export function DataTable({ name, rowHeading, columns, rows, maxHeight }: DataTableProps) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={name} sx={{ maxHeight }}>
      <Table
        size="small"
        stickyHeader={maxHeight !== undefined}
        aria-label={name}
        sx={{ '& .MuiTableCell-root': { px: { xs: 1, md: columns.length > 8 ? 1 : 2 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{rowHeading}</TableCell>
            {columns.map((column) => (
              <TableCell key={column.name} align={column.isText ? 'left' : 'right'} sx={{ width: column.width }}>
                {column.name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key ?? row.name}>
              <TableCell component="th" scope="row" sx={{ minWidth: 110 }}>
                {row.name}
              </TableCell>
              {columns.map((column, index) => (
                <TableCell
                  key={column.name}
                  align={column.isText ? 'left' : 'right'}
                  sx={column.isText ? { minWidth: { xs: 88, md: 110 } } : { whiteSpace: 'nowrap' }}
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
