import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ErrorGroup } from '../../api/responses';
import { RelativeTime } from '../format/relative-time';

const percentFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Pages that reported an error, by version. */
export function VersionShares({ versions }: Pick<ErrorGroup, 'versions'>) {
  const total = versions.reduce((sum, { count }) => sum + count, 0);
  return (
    <TableContainer>
      <Table size="small" aria-label="Pages by version" sx={{ '& .MuiTableCell-root': { px: { xs: 1, md: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>Version</TableCell>
            <TableCell align="right">Pages</TableCell>
            <TableCell sx={{ width: { md: '40%' } }}>Share</TableCell>
            <TableCell align="right">Last report</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {versions.map(({ version, digest, count, lastAt }) => (
            <TableRow key={`${version} ${digest}`}>
              <TableCell component="th" scope="row">
                {version}
              </TableCell>
              <TableCell align="right">{count.toLocaleString('en')}</TableCell>
              <TableCell>
                <ShareBar percent={total > 0 ? (count / total) * 100 : 0} />
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <RelativeTime at={new Date(lastAt).toISOString()} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A percentage with a bar behind it. */
function ShareBar({ percent }: { percent: number }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box component="span" sx={{ minWidth: '3.5rem' }}>
        {percentFormat.format(percent)} %
      </Box>
      <Box
        aria-hidden
        sx={{ flex: 1, display: { xs: 'none', sm: 'block' }, height: 8, borderRadius: 1, bgcolor: 'background.sunken' }}
      >
        <Box sx={{ width: `${percent}%`, height: '100%', borderRadius: 1, bgcolor: 'primary.main' }} />
      </Box>
    </Box>
  );
}
