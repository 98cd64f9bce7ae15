import { Box, Button, Typography } from '@mui/material';
import { formatApps, formatMinutes } from '@shop/releases/change-model/words';
import type { Policy, PolicyView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { consoleApi } from '../api/console-api';
import { DataTable } from '../components/data-table';
import { formatDateTime } from '../components/format';
import { type GlobalScreenProps, Note, oneColumn, plainList, Section, ViewHeading } from '../components/layout';
import { QueryResult } from '../components/query-result';
import { formatFreeze } from './format-policy';
import { PolicyEditor } from './policy-editor';

/** The release policy in words, its history, and the editor that proposes a change. */
export function PolicyScreen({ state, person }: GlobalScreenProps) {
  const query = consoleApi.usePolicyQuery(undefined, { refetchOnMountOrArgChange: true });
  const [isEditing, setIsEditing] = useState(false);
  const mayPropose = state.environments.some(({ permissions }) => permissions['*']?.includes('policy'));
  return (
    <>
      <ViewHeading
        note="Who may do what with which app. A second person approves every change of it."
        actions={
          mayPropose &&
          !isEditing && (
            <Button variant="contained" onClick={() => setIsEditing(true)}>
              Propose a change…
            </Button>
          )
        }
      >
        Policy
      </ViewHeading>
      <QueryResult query={query} what="the policy">
        {(view) =>
          isEditing ? (
            <PolicyEditor view={view} person={person} onClose={() => setIsEditing(false)} />
          ) : (
            <Box sx={{ ...oneColumn, gap: 5 }}>
              <Roles policy={view.policy} />
              <Machines policy={view.policy} />
              <EnvironmentRules policy={view.policy} />
              <AppRules policy={view.policy} />
              <PolicyHistory view={view} />
            </Box>
          )
        }
      </QueryResult>
    </>
  );
}

const toTextColumns = (...names: string[]) => names.map((name) => ({ name, isText: true }));

const formatNames = (names: readonly string[], all: string) => (names.includes('*') ? all : formatApps(names));

function Roles({ policy: { roles, people } }: { policy: Policy }) {
  const findHolders = (role: string) => [
    ...Object.entries(people).flatMap(([name, person]) => (person.roles.includes(role) ? [name] : [])),
    ...(roles[role]?.groups ?? []).map((group) => `members of ${group}`),
  ];
  return (
    <Section title="Roles" note="Everybody who signs in may read.">
      <DataTable
        name="Roles of the policy"
        rowHeading="Role"
        columns={toTextColumns('May', 'Apps', 'Environments', 'Who')}
        rows={Object.entries(roles).map(([name, { may, apps, environments }]) => ({
          name,
          cells: [
            formatApps(may),
            formatNames(apps, 'all apps'),
            formatNames(environments, 'all environments'),
            formatApps(findHolders(name)) || 'no person',
          ],
        }))}
      />
      {Object.keys(roles).length === 0 && <Typography>There is no role: people can only read.</Typography>}
    </Section>
  );
}

function Machines({ policy: { machines = {} } }: { policy: Policy }) {
  if (Object.keys(machines).length === 0) return null;
  return (
    <Section title="Machines" note="Workflows that get a token for some minutes with their identity token.">
      <DataTable
        name="Machines of the policy"
        rowHeading="Machine"
        columns={toTextColumns('Roles', 'Apps', 'Environments', 'Identity')}
        rows={Object.entries(machines).map(([name, { roles, apps, environments, issuer, claims }]) => ({
          name,
          cells: [
            formatApps(roles),
            formatNames(apps, 'all apps'),
            formatNames(environments, 'all environments'),
            `${issuer}: ${Object.entries(claims)
              .map(([claim, value]) => `${claim} is ${value}`)
              .join(', ')}`,
          ],
        }))}
      />
    </Section>
  );
}

function EnvironmentRules({ policy: { environments = {} } }: { policy: Policy }) {
  return (
    <Section title="Rules of environments">
      {Object.keys(environments).length === 0 && <Typography>There are none.</Typography>}
      {Object.entries(environments).map(([name, { after, liveMinutes, approvals = {}, freezes = [] }]) => (
        <Box key={name} sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="h3">{name}</Typography>
          <Box component="ul" aria-label={`Rules of ${name}`} sx={{ m: 0, pl: 2.5 }}>
            {after && (
              <li>
                A release must be live in {after}
                {liveMinutes ? ` for ${formatMinutes(liveMinutes)}` : ''} first.
              </li>
            )}
            {Object.entries(approvals).map(([app, people]) => (
              <li key={app}>
                {app === '*' ? 'Each other app' : app} needs the approval of {people} other{' '}
                {people === 1 ? 'person' : 'people'}.
              </li>
            ))}
            {freezes.map((freeze) => (
              <li key={JSON.stringify(freeze)}>Frozen {formatFreeze(freeze)}.</li>
            ))}
          </Box>
        </Box>
      ))}
    </Section>
  );
}

/** Apps that may fill slots, and backends that apps may call. */
function AppRules({ policy: { slots = {}, connect = {} } }: { policy: Policy }) {
  const rules = [
    ...Object.entries(slots).map(([slot, apps]) => `${formatApps(apps) || 'No app'} may fill ${slot}.`),
    ...Object.entries(connect).map(([app, origins]) => `${app} may call ${formatApps(origins) || 'no backend'}.`),
  ];
  if (rules.length === 0) return null;
  return (
    <Section title="Rules of apps">
      <Box component="ul" sx={{ ...plainList, gap: 0.5, overflowWrap: 'anywhere' }}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </Box>
    </Section>
  );
}

function PolicyHistory({ view: { history } }: { view: PolicyView }) {
  return (
    <Section title="History">
      {history.length === 0 && <Note>This is the policy of a new service. No person has changed it yet.</Note>}
      {history.length > 0 && (
        <DataTable
          name="History of the policy"
          rowHeading="Version"
          columns={toTextColumns('Time', 'Proposed by', 'Approved by', 'Reason')}
          rows={history.map(({ version, at, proposedBy, approvedBy, reason }) => ({
            name: String(version),
            cells: [formatDateTime(at), proposedBy, approvedBy, reason],
          }))}
        />
      )}
    </Section>
  );
}
