import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import type { ChartData } from '../canary-metrics/chart-data';

export interface DayTableProps {
  chart: ChartData;
  times: readonly Date[];
  formatTime: (time: Date) => string;
}

/** The numbers of a chart by day, newest first, for people who cannot see the chart. It opens on request. */
export function DayTable({ chart: { name, format, lines }, times, formatTime }: DayTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const rows = times
    .map((time, index) => ({ time, values: lines.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .reverse();
  return (
    <Box component="details" onToggle={(event) => setIsOpen(event.currentTarget.open)} sx={{ mt: 0.5 }}>
      <Box component="summary" sx={{ typography: 'body2', color: 'text.secondary', cursor: 'pointer', py: 0.75 }}>
        {name} by day
      </Box>
      {isOpen && (
        <TableContainer tabIndex={0} role="region" aria-label={`${name} by day`} sx={{ maxHeight: 320 }}>
          <Table size="small" stickyHeader aria-label={`${name} by day`}>
            <TableHead>
              <TableRow>
                <TableCell>Day</TableCell>
                {lines.map((line) => (
                  <TableCell key={line.name} align="right">
                    {line.name}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(({ time, values }) => (
                <TableRow key={time.getTime()}>
                  <TableCell component="th" scope="row">
                    {formatTime(time)}
                  </TableCell>
                  {values.map((value, index) => (
                    <TableCell key={lines[index]?.name} align="right">
                      {value === null ? '–' : format(value)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  );
}
