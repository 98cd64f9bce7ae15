import Box from '@mui/material/Box';
import { useState } from 'react';
import type { ChartData } from '../canary-metrics/chart-data';
import { FigureTable } from '../canary-metrics/figure-table';

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
        <FigureTable
          region={`${name} by day`}
          name={`${name} by day`}
          rowHeading="Day"
          columns={lines.map((line) => ({ name: line.name }))}
          rows={rows.map(({ time, values }) => ({
            key: time.toISOString(),
            name: formatTime(time),
            figures: values.map((value) => (value === null ? null : format(value))),
          }))}
          maxHeight={320}
        />
      )}
    </Box>
  );
}
