import { Alert, Box, Button, Link } from '@mui/material';
import { type Change, formatChange } from '@shop/releases/change-model/changes';
import { formatApp } from '@shop/releases/change-model/words';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { Lock, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { isAllowed } from '../api/console-api';
import { ActionDialog, type ChangeDialogProps } from '../components/action-dialog';
import { formatHash } from '../components/hash-route';
import { RelativeTime } from '../components/relative-time';

export interface LockDialogProps extends ChangeDialogProps {
  kind: 'lock' | 'unlock';
  /** `*` for the environment as a whole. */
  app: string;
}

/** Locks or unlocks an app or the whole environment. It says so when another person was first. */
export function LockDialog({ environment, kind, app, onClose }: LockDialogProps) {
  const { name: env, locks } = environment;
  const isUnlock = kind === 'unlock';
  const isDone = isUnlock === (locks[app] === undefined);
  const change: Change = { kind, env, reason: '', app };
  const what = app === '*' ? env : `${app} in ${env}`;
  const effect = isUnlock
    ? `${what} can be promoted and rolled back again.`
    : `${what} cannot be promoted or rolled back until it is unlocked. A running canary continues, and can be halted.`;
  return (
    <ActionDialog
      environment={environment}
      title={`${formatChange(change, [app])}?`}
      effect={isDone ? `${what} is ${kind}ed already.` : effect}
      confirm={isUnlock ? 'Unlock' : 'Lock'}
      change={isDone ? undefined : change}
      done={isUnlock ? `${what} can change again.` : `${what} is locked.`}
      onClose={onClose}
    />
  );
}

interface ObstaclesProps {
  environment: EnvironmentView;
  /** Apps that a person is about to change. Default: every app. */
  apps?: readonly string[];
}

/** What refuses changes now: locks with their authors and reasons, and freezes, each with who may lift it. */
export function Obstacles({ environment, apps }: ObstaclesProps) {
  const [unlocking, setUnlocking] = useState<string | null>(null);
  const concerns = (app: string) => app === '*' || apps === undefined || apps.includes(app);
  const locks = Object.entries(environment.locks).filter(([app]) => concerns(app));
  const frozen = environment.frozen.filter(({ app }) => concerns(app));
  if (locks.length === 0 && frozen.length === 0 && unlocking === null) return null;
  return (
    <Box component="section" aria-label="Locks and freezes" sx={{ display: 'grid', gap: 1 }}>
      {locks.map(([app, { by, at, reason }]) => {
        const mayUnlock = isAllowed(environment, 'lock', [app]);
        return (
          <Alert
            key={app}
            severity="info"
            icon={<Lock size={20} aria-hidden />}
            action={
              mayUnlock && (
                <Button color="inherit" size="small" onClick={() => setUnlocking(app)}>
                  Unlock {formatApp(app)}…
                </Button>
              )
            }
            sx={alertStyle}
          >
            <strong>{app === '*' ? 'All apps' : app}</strong> {app === '*' ? 'are' : 'is'} locked by {by},{' '}
            <RelativeTime at={at} />: {reason}
            {!mayUnlock && ` – ask ${by}, or another person who may lock ${formatApp(app)}, to unlock.`}
          </Alert>
        );
      })}
      {frozen.map(({ app, description }) => (
        <Alert key={`${app} ${description}`} severity="info" icon={<Snowflake size={20} aria-hidden />} sx={alertStyle}>
          <strong>{app === '*' ? 'All apps' : app}</strong> {app === '*' ? 'are' : 'is'} {description}. Halts and
          rollbacks work. {isAllowed(environment, 'force', [app]) ? 'You' : 'A person who may force'} can override it.{' '}
          <Link href={formatHash({ env: environment.name, view: 'waiting' })}>All freezes</Link>
        </Alert>
      ))}
      {unlocking && (
        <LockDialog environment={environment} kind="unlock" app={unlocking} onClose={() => setUnlocking(null)} />
      )}
    </Box>
  );
}

const alertStyle = {
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  '& .MuiAlert-message': { flex: '1 1 14rem' },
  bgcolor: 'background.sunken',
  color: 'text.primary',
  '& .MuiAlert-icon': { color: 'text.secondary' },
};
