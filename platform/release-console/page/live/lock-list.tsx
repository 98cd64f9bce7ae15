import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { isAllowed } from '../actions/permission';
import { formatApp } from '../format/format';
import { RelativeTime } from '../format/relative-time';
import { LockDialog } from './lock-dialog';

/** The locks with their authors and reasons. */
export function LockList({ environment }: { environment: EnvironmentView }) {
  const [unlocking, setUnlocking] = useState<string | null>(null);
  const locks = Object.entries(environment.locks);
  if (locks.length === 0) return null;
  return (
    <Box component="section" aria-label="Locks" sx={{ display: 'grid', gap: 1 }}>
      {locks.map(([app, { by, at, reason }]) => (
        <Alert
          key={app}
          severity="info"
          icon={<Lock size={20} aria-hidden />}
          action={
            isAllowed(environment, 'lock', [app]) && (
              <Button color="inherit" size="small" onClick={() => setUnlocking(app)}>
                Unlock {formatApp(app)}…
              </Button>
            )
          }
          sx={{
            flexWrap: { xs: 'wrap', md: 'nowrap' },
            '& .MuiAlert-message': { flex: '1 1 14rem' },
            bgcolor: 'background.sunken',
            color: 'text.primary',
            '& .MuiAlert-icon': { color: 'text.secondary' },
          }}
        >
          <strong>{app === '*' ? 'All apps' : app}</strong> {app === '*' ? 'are' : 'is'} locked by {by},{' '}
          <RelativeTime at={at} />: {reason}
        </Alert>
      ))}
      {unlocking && <LockDialog environment={environment} app={unlocking} onClose={() => setUnlocking(null)} />}
    </Box>
  );
}
