import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AppChange } from '../../api/responses';
import { visuallyHidden } from '../theme/visually-hidden';

export interface ChangeListProps {
  changes: readonly AppChange[];
  /** Names the list for screen readers. */
  label: string;
}

/** App changes between two compositions, one app per line. */
export function ChangeList({ changes, label }: ChangeListProps) {
  if (changes.length === 0) return <Typography color="textSecondary">No app changes.</Typography>;
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
      {changes.map((change) => (
        <Box component="li" key={change.app} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          <Box component="span" sx={{ fontWeight: 600, minWidth: '10rem' }}>
            {change.app}
          </Box>
          <span>
            <Versions {...change} />
          </span>
        </Box>
      ))}
    </Box>
  );
}

function Versions({ before, after }: AppChange) {
  if (!after) return <>{before?.version} is removed</>;
  if (!before) {
    return (
      <>
        <strong>{after.version}</strong> is new
      </>
    );
  }
  const [from, to] = before.version === after.version ? [before.digest, after.digest] : [before.version, after.version];
  return (
    <>
      {from} <span aria-hidden>→</span>
      <Box component="span" sx={visuallyHidden}>
        becomes
      </Box>{' '}
      <strong>{to}</strong>
    </>
  );
}
