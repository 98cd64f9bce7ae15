import { Box, Button, type Theme, Typography, useMediaQuery } from '@mui/material';
import { consoleApi } from '../api/console-api';
import { formatHash, type HashRoute, isGlobal, type View, viewIds, views } from '../components/hash-route';
import { Note, pageWidth, row, visuallyHidden } from '../components/layout';
import { forgetDrafts } from '../components/personal-draft';
import { SelectField } from '../components/select-field';

export interface ConsoleHeaderProps {
  route: HashRoute;
  environments: readonly string[];
  /** The signed-in person. */
  person: string;
  isConnected: boolean;
  /** Number of changes that wait for an approval. */
  waiting: number;
}

/** Header: views, environment, signed-in person and connection state. */
export function ConsoleHeader({ route, environments, person, isConnected, waiting }: ConsoleHeaderProps) {
  const [signOut] = consoleApi.useSignOutMutation();
  const leave = async () => {
    const { data } = await signOut();
    if (data) forgetDrafts(person);
    // Another document removes everything that this person saw or typed.
    if (data?.redirect) location.assign(data.redirect);
    else location.reload();
  };
  // The links need three lines of a phone.
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'));
  const getName = (view: View) => (view === 'waiting' && waiting > 0 ? `${views[view]} (${waiting})` : views[view]);
  return (
    <Box component="header" sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <Box sx={{ ...pageWidth, ...row, alignItems: 'center', columnGap: { xs: 1.5, sm: 3 } }}>
        <Typography sx={{ typography: 'h2', py: 1.5, mr: 'auto' }}>Release console</Typography>
        <ConnectionStatus isConnected={isConnected} />
        <Note>{person}</Note>
        <Button onClick={() => void leave()} size="small">
          Sign out
        </Button>
        <Box sx={{ ...row, flexBasis: '100%', alignItems: 'center', gap: 1, pb: { xs: 1, sm: 0 } }}>
          {isNarrow ? (
            <SelectField
              size="small"
              label="View"
              value={route.view}
              options={viewIds.map((view) => [view, getName(view)])}
              onChange={(view) => location.assign(formatHash({ env: route.env, view: view as View }))}
              sx={{ flex: '1 1 9rem', maxWidth: 260, my: 0.5 }}
            />
          ) : (
            <Box component="nav" aria-label="Views" sx={{ ...row, mr: 'auto' }}>
              {viewIds.map((view) => (
                <ViewLink key={view} route={{ env: route.env, view }} isCurrent={view === route.view}>
                  {getName(view)}
                </ViewLink>
              ))}
            </Box>
          )}
          {environments.length > 1 && !isGlobal(route.view) && (
            <SelectField
              size="small"
              label="Environment"
              value={route.env}
              options={environments.map((name) => [name, name])}
              onChange={(env) => location.assign(formatHash({ ...route, env }))}
              sx={{ flex: { xs: '1 1 9rem', lg: '0 0 auto' }, maxWidth: 260, minWidth: { lg: 160 }, my: 0.5 }}
            />
          )}
        </Box>
      </Box>
    </Box>
  );
}

interface ViewLinkProps {
  route: Pick<HashRoute, 'env' | 'view'>;
  isCurrent: boolean;
  children: string;
}

function ViewLink({ route, isCurrent, children }: ViewLinkProps) {
  return (
    <Box
      component="a"
      href={formatHash(route)}
      aria-current={isCurrent ? 'page' : undefined}
      sx={{
        px: 1.25,
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
      {children}
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
