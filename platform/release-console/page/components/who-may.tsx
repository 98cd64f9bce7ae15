import { Alert, Box, Link } from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import type { Policy } from '@shop/releases/service-api/responses';
import { consoleApi } from '../api/console-api';
import { formatHash } from './hash-route';
import { QueryResult } from './query-result';

/**
 * Lists the roles that somebody has and that may promote in an environment, with their apps, and the names of people and
 * `a member of team-catalog`.
 */
export function listPromoters({ roles, people }: Policy, environment: string) {
  const covers = (names: readonly string[]) => names.includes('*') || names.includes(environment);
  return Object.entries(roles)
    .filter(([, { may, environments }]) => may.includes('promote') && covers(environments))
    .map(([role, { apps, groups = [] }]) => {
      const named = Object.entries(people).flatMap(([name, person]) => (person.roles.includes(role) ? [name] : []));
      return { role, apps, names: [...named, ...groups.map((group) => `a member of ${group}`)] };
    })
    .filter(({ names }) => names.length > 0);
}

/** Says to a person who may not promote what to ask, and whom. */
export function WhoMay({ environment }: { environment: string }) {
  const query = consoleApi.usePolicyQuery();
  return (
    <QueryResult query={query} what="the policy" height={120}>
      {({ policy }) => {
        const holders = listPromoters(policy, environment);
        return (
          <Alert severity="info">
            You may not promote in {environment}.{' '}
            {holders.length > 0 ? 'Ask one of these people to do it:' : 'The policy names no person who may.'}
            {holders.length > 0 && (
              <Box component="ul" aria-label="Who may promote" sx={{ m: 0, pl: 2.5 }}>
                {holders.map(({ role, names, apps }) => (
                  <li key={role}>
                    {formatApps(names)}: {apps.includes('*') ? 'every app' : formatApps(apps)}
                  </li>
                ))}
              </Box>
            )}
            To get the permission, ask for a role of{' '}
            <Link href={formatHash({ env: '', view: 'policy' })}>the policy</Link>. People who may change it propose it,
            and a second person approves.
          </Alert>
        );
      }}
    </QueryResult>
  );
}
