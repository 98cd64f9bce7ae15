import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { HaltNotice } from '../../api/responses';
import { formatApps } from '../format/format';
import { RelativeTime } from '../format/relative-time';

export interface HaltNoticesProps {
  notices: readonly HaltNotice[];
  /** The signed-in person. */
  person: string;
}

/** Messages to the owners of canaries that somebody else ended. Those to the signed-in person stand out. */
export function HaltNotices({ notices, person }: HaltNoticesProps) {
  if (notices.length === 0) return null;
  return (
    <Box component="section" aria-label="Ended canaries" sx={{ display: 'grid', gap: 1 }}>
      {notices.map(({ apps, owner, reason, seq, at, by }) => (
        <Alert key={`${seq} ${apps.join()}`} severity={owner === person ? 'warning' : 'info'} variant="outlined">
          <strong>
            {owner === person ? 'Your canary' : `The canary${owner && ` of ${owner}`}`} of {formatApps(apps)}
          </strong>{' '}
          ended with change {seq} by {by}, <RelativeTime at={at} />: {reason}
        </Alert>
      ))}
    </Box>
  );
}
