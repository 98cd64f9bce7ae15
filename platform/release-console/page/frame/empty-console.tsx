import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ViewHeading } from '../navigation/view-heading';

/** Shown before the first promotion. */
export function EmptyConsole() {
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '40rem' }}>
      <ViewHeading>Nothing is live yet</ViewHeading>
      <Typography>
        Publish the shell and its remotes, then promote them together. The live composition then appears here.
      </Typography>
      <Box component="pre" sx={{ m: 0, p: 2, bgcolor: 'background.sunken', borderRadius: 1, whiteSpace: 'pre-wrap' }}>
        {'npm run release -- publish shell --version 1.0.0\nnpm run release -- promote shell@1.0.0 --reason "opening"'}
      </Box>
    </Box>
  );
}
