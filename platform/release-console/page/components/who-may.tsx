import { Alert, Box, Link } from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import type { NeededApproval, Policy } from '@shop/releases/service-api/responses';
import { consoleApi } from '../api/console-api';
import { formatHash } from './hash-route';
import { QueryResult } from './query-result';

export interface WhoMayProps {
  environment: string;
  permission: NeededApproval['permission'];
}

interface Holders {
  role: string;
  /** Names of people, and `a member of team-catalog`. */
  names: string[];
  apps: string[];
}

/** Lists the roles that somebody has with a permission in an environment. */
export function listHolders({ roles, people }: Policy, { environment, permission }: WhoMayProps): Holders[] {
  const covers = (names: readonly string[]) => names.includes('*') || names.includes(environment);
  return Object.entries(roles)
    .filter(([, { may, environments }]) => may.includes(permission) && covers(environments))
    .map(([role, { apps, groups = [] }]) => {
      const named = Object.entries(people).flatMap(([name, person]) => (person.roles.includes(role) ? [name] : []));
      return { role, apps, names: [...named, ...groups.map((group) => `a member of ${group}`)] };
    })
    .filter(({ names }) => names.length > 0);
}

/** Says to a person without a permission what to ask, and whom. */
export function WhoMay(props: WhoMayProps) {
  const { environment, permission } = props;
  const query = consoleApi.usePolicyQuery();
  return (
    <QueryResult query={query} what="the policy" height={120}>
      {({ policy }) => {
        const holders = listHolders(policy, props);
        return (
          <Alert severity="info">
            You may not {permission} in {environment}.{' '}
            {holders.length > 0 ? 'Ask one of these people to do it:' : 'The policy names no person who may.'}
            {holders.length > 0 && (
              <Box component="ul" aria-label={`Who may ${permission}`} sx={{ m: 0, pl: 2.5 }}>
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
