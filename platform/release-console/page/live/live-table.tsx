import { Box, Chip, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { Lock, TriangleAlert } from 'lucide-react';
import { row, visuallyHidden } from '../components/layout';
import { RelativeTime } from '../components/relative-time';
import { SourceLinks } from '../components/source-links';
import { AppActions } from './app-actions';

export interface LiveTableProps {
  /** The selected environment. Its apps have an action menu. */
  current: EnvironmentView;
  all: readonly EnvironmentView[];
}

/** Live version of every app in every environment. A narrow window shows the selected environment only. */
export function LiveTable({ current, all }: LiveTableProps) {
  const apps = [...new Set([current, ...all].flatMap((environment) => environment.apps.map(({ app }) => app)))];
  const columns = [current, ...all.filter(({ name }) => name !== current.name)];
  const hidden = (environment: EnvironmentView) =>
    environment === current ? {} : { display: { xs: 'none', md: 'table-cell' } };
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Live versions">
      <Table aria-label="Live versions">
        <TableHead>
          <TableRow>
            <TableCell>App</TableCell>
            {columns.map((environment) => (
              <TableCell key={environment.name} sx={hidden(environment)}>
                {environment.name}
              </TableCell>
            ))}
            <TableCell sx={{ width: 48 }}>
              <Box component="span" sx={visuallyHidden}>
                Actions
              </Box>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {apps.map((app) => (
            <TableRow key={app} sx={{ verticalAlign: 'top' }}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 600, width: { xs: '38%', md: '14rem' } }}>
                {app}
              </TableCell>
              {columns.map((environment) => (
                <TableCell key={environment.name} sx={hidden(environment)}>
                  <LiveVersion environment={environment} app={app} />
                </TableCell>
              ))}
              <TableCell sx={{ px: 0.5, py: 0.75, textAlign: 'right' }}>
                {current.apps.some((live) => live.app === app) && <AppActions environment={current} app={app} />}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** One app in one environment: version, digest, commit, last change, lock and canary. */
function LiveVersion({ environment, app }: { environment: EnvironmentView; app: string }) {
  const live = environment.apps.find((candidate) => candidate.app === app);
  const { canaries, locks } = environment;
  const lock = locks[app];
  const canary = canaries.find(({ apps }) => apps.includes(app));
  const canaryChange = canary?.changes.find((change) => change.app === app);
  return (
    <Box sx={{ display: 'grid', gap: 0.25 }}>
      <Box sx={{ ...row, alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {live?.version ?? 'not live'}
        </Box>
        {live?.isDamaged && (
          <Chip size="small" color="error" icon={<TriangleAlert size={14} aria-hidden />} label="damaged" />
        )}
        {lock && <Chip size="small" icon={<Lock size={14} aria-hidden />} label="locked" />}
        {canary && canaryChange && (
          <Chip
            size="small"
            label={`${canary.share > 0 ? `${canary.share} %` : 'staff, regions and groups'} get ${canaryChange.after?.version ?? 'none'}`}
            sx={{ bgcolor: 'sale', color: 'onSale', fontWeight: 600 }}
          />
        )}
      </Box>
      {live && (
        <Typography variant="caption" color="textSecondary">
          {live.digest}
          <SourceLinks source={live} before=" · " />
          {live.since && (
            <Box component="span" sx={{ display: 'block' }}>
              <RelativeTime at={live.since.at} /> by {live.since.by}
              {live.since.reason && `: ${live.since.reason}`}
            </Box>
          )}
        </Typography>
      )}
    </Box>
  );
}
