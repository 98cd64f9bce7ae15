import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import type { SessionView } from '@shop/releases/service-api/responses';
import { consoleApi } from '../api/console-api';
import { formatHash, type HashRoute, viewIds, views } from '../components/hash-route';
import { row, visuallyHidden } from '../components/layout';

export interface ConsoleHeaderProps {
  route: HashRoute;
  environments: readonly string[];
  session: SessionView;
  isConnected: boolean;
}

/** Header: views, environment, signed-in person and connection state. */
export function ConsoleHeader({ route, environments, session, isConnected }: ConsoleHeaderProps) {
  const [signOut] = consoleApi.useSignOutMutation();
  const leave = async () => {
    const { data } = await signOut();
    // Another document removes everything that this person saw or typed.
    if (data?.redirect) location.assign(data.redirect);
    else location.reload();
  };
  return (
    <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <Box
        sx={{
          maxWidth: 1240,
          mx: 'auto',
          px: { xs: 2, md: 4 },
          ...row,
          alignItems: 'center',
          columnGap: { xs: 1.5, sm: 3 },
        }}
      >
        <Typography sx={{ typography: 'h2', py: 1.5, mr: 'auto' }}>Release console</Typography>
        <ConnectionStatus isConnected={isConnected} />
        <Typography variant="body2" color="textSecondary">
          {session.person}
        </Typography>
        <Button onClick={() => void leave()} size="small">
          Sign out
        </Button>
        <Box sx={{ ...row, flexBasis: '100%', alignItems: 'center', gap: 1, pb: { xs: 1, sm: 0 } }}>
          <Box component="nav" aria-label="Views" sx={{ ...row, mr: 'auto' }}>
            {viewIds.map((view) => (
              <ViewLink key={view} route={{ env: route.env, view }} isCurrent={view === route.view} />
            ))}
          </Box>
          {environments.length > 1 && (
            <TextField
              select
              size="small"
              label="Environment"
              value={route.env}
              onChange={(event) => location.assign(formatHash({ ...route, env: event.target.value }))}
              sx={{ minWidth: 160, my: 0.5 }}
            >
              {environments.map((name) => (
                <MenuItem key={name} value={name}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          )}
        </Box>
      </Box>
    </Box>
  );
}

function ViewLink({ route, isCurrent }: { route: Pick<HashRoute, 'env' | 'view'>; isCurrent: boolean }) {
  return (
    <Box
      component="a"
      href={formatHash(route)}
      aria-current={isCurrent ? 'page' : undefined}
      sx={{
        px: { xs: 1.125, sm: 1.5 },
        py: 1.25,
        fontWeight: 600,
        textDecoration: 'none',
        color: isCurrent ? 'text.primary' : 'text.secondary',
        borderBottom: 3,
        borderColor: isCurrent ? 'primary.main' : 'transparent',
        '&:hover': { color: 'text.primary' },
        '&:focus-visible': { outlineOffset: '-4px' },
      }}
    >
      {views[route.view]}
    </Box>
  );
}

/** Whether the page shows the current state of the server. */
function ConnectionStatus({ isConnected }: { isConnected: boolean }) {
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2', color: 'text.secondary' }}
    >
      <Box
        aria-hidden
        sx={{
          width: 9,
          height: 9,
          borderRadius: '50%',
          bgcolor: isConnected ? 'success.main' : 'transparent',
          border: 2,
          borderColor: isConnected ? 'success.main' : 'outline',
        }}
      />
      <Box component="span" sx={{ position: 'static', '@media (max-width: 479.95px)': visuallyHidden }}>
        {isConnected ? 'Up to date' : 'Reconnecting…'}
      </Box>
    </Box>
  );
}
