import { Accordion, AccordionDetails, AccordionSummary, Alert, Box, Typography } from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import { defaultErrorPeriod, type ErrorPeriod } from '@shop/releases/service-api/constants';
import type { EnvironmentView, ErrorGroup, ErrorList } from '@shop/releases/service-api/responses';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { consoleApi, reloadEvery } from '../api/console-api';
import { AppFilter } from '../components/app-filter';
import { Choice } from '../components/choice';
import { formatPages } from '../components/format';
import { formatHash } from '../components/hash-route';
import { type EnvironmentScreenProps, Note, oneColumn, plainList, row, ViewHeading } from '../components/layout';
import { QueryResult } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';
import { RollbackDialog } from '../history/rollback-dialog';
import { ErrorDetails } from './error-details';

const labels: Record<ErrorPeriod, string> = { '1h': '1 hour', '1d': '1 day', '7d': '7 days', '30d': '30 days' };

/** Errors that pages reported, by app and period. The one whose id is the `group` of the address is open, with its stack. */
export function ErrorsScreen({ environment, params }: EnvironmentScreenProps) {
  const { name: env } = environment;
  // The server refuses an unknown period.
  const { app = '', period = defaultErrorPeriod, group = '' } = params;
  // Gateways write new reports several times a minute.
  const query = consoleApi.useErrorsQuery({ env, app: app || undefined, period }, reloadEvery(30_000));
  // The dialog stays open when its error leaves the list.
  const [rollingBack, setRollingBack] = useState<string | null>(null);
  const open = (changes: Record<string, string>) =>
    location.assign(formatHash({ env, view: 'errors', params: { ...params, ...changes } }));
  return (
    <>
      <ViewHeading note="Errors with a report in the period, most frequent first. Numbers of pages and first reports cover whole UTC days.">
        Errors in {env}
      </ViewHeading>
      <Box sx={{ ...row, gap: 2, alignItems: 'center' }}>
        <AppFilter environment={environment} app={app} onChange={(next) => open({ app: next, group: '' })} />
        <Choice
          label="Period"
          value={period}
          options={Object.entries(labels)}
          onChange={(next) => open({ period: next, group: '' })}
        />
      </Box>
      <QueryResult query={query} what="errors" height={240}>
        {(list) => (
          <ErrorGroups
            environment={environment}
            list={list}
            app={app}
            openGroup={group}
            onOpen={(id) => open({ group: id })}
            onRollBack={setRollingBack}
          />
        )}
      </QueryResult>
      {rollingBack !== null && (
        <RollbackDialog environment={environment} app={rollingBack} onClose={() => setRollingBack(null)} />
      )}
    </>
  );
}

interface ErrorGroupsProps {
  environment: EnvironmentView;
  list: ErrorList;
  /** The selected app; empty for all apps. */
  app: string;
  /** Id of the open group; empty when none is open. */
  openGroup: string;
  /** Opens a group, or closes it with an empty id. */
  onOpen: (id: string) => void;
  /** Opens the dialog that rolls back an app. */
  onRollBack: (app: string) => void;
}

/** The groups of errors. One is open at most: its id is in the address. */
function ErrorGroups({ environment, list, app, openGroup, onOpen, onRollBack }: ErrorGroupsProps) {
  const { groups, hidden, dropped } = list;
  const isMissing = openGroup !== '' && groups.every(({ id }) => id !== openGroup);
  return (
    <Box sx={{ ...oneColumn, gap: 2 }}>
      {isMissing && (
        <Alert severity="info">The error of this link is not in the list: choose all apps or a longer period.</Alert>
      )}
      {groups.length === 0 && <Typography>Pages reported no errors{app && ` of ${app}`} in this period.</Typography>}
      {groups.length > 0 && (
        <Box component="ul" aria-label="Errors" sx={{ ...plainList, gap: 1 }}>
          {groups.map((group) => (
            <Box component="li" key={group.id} sx={{ minWidth: 0 }}>
              <Accordion
                disableGutters
                elevation={0}
                expanded={group.id === openGroup}
                onChange={(_, isOpen) => onOpen(isOpen ? group.id : '')}
                slotProps={{ heading: { component: 'h2' }, transition: { timeout: 0, unmountOnExit: true } }}
                sx={{ border: 1, borderColor: 'divider', borderRadius: 1, '&::before': { display: 'none' } }}
              >
                <AccordionSummary expandIcon={<ChevronDown size={20} aria-hidden />}>
                  <ErrorSummary group={group} />
                </AccordionSummary>
                <AccordionDetails sx={{ borderTop: 1, borderColor: 'divider', p: { xs: 2, md: 2.5 } }}>
                  <ErrorDetails environment={environment} group={group} onRollBack={() => onRollBack(group.app)} />
                </AccordionDetails>
              </Accordion>
            </Box>
          ))}
        </Box>
      )}
      {hidden > 0 && <Note>{hidden} less frequent errors are not shown: choose one app or a shorter period.</Note>}
      {dropped > 0 && (
        <Note>
          {dropped} reports of further errors are not recorded: a gateway records 200 different errors a day at most.
        </Note>
      )}
    </Box>
  );
}

function ErrorSummary({ group: { app, message, count, versions, lastAt } }: { group: ErrorGroup }) {
  return (
    <Box
      component="span"
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 7rem 11rem' },
        columnGap: 3,
        rowGap: 0.5,
        alignItems: 'center',
        pr: 1,
      }}
    >
      <span>
        <Typography component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary">
          {app} {formatApps([...new Set(versions.map(({ version }) => version))])}
        </Typography>
      </span>
      <Typography component="span" sx={{ fontWeight: 600, textAlign: { md: 'right' } }}>
        {formatPages(count)}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary" sx={{ textAlign: { md: 'right' } }}>
        last <RelativeTime at={lastAt} />
      </Typography>
    </Box>
  );
}
