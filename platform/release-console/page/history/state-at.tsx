import { Box, Button, Link, TextField, Typography } from '@mui/material';
import { formatAudience } from '@shop/releases/change-model/words';
import type { StateAt as StateAtView } from '@shop/releases/service-api/responses';
import type { FormEvent } from 'react';
import { consoleApi } from '../api/console-api';
import { ChangeList } from '../components/change-list';
import { formatDateTime } from '../components/format';
import { formatHash, type HashRoute } from '../components/hash-route';
import { Note, oneColumn, panel, plainList, row } from '../components/layout';
import { QueryResult } from '../components/query-result';
import { latestTime, parseTypedTime, toFieldValue } from '../components/typed-time';
import { readForm } from './read-form';

export interface StateAtProps {
  env: string;
  /** `at` is an ISO date and time, `visitor` the id of a visitor's cookie or the visitor of an error report. */
  params: HashRoute['params'];
}

/** Says what visitors had at a time, and what one visitor had. The address has the time, so that it can be sent to others. */
export function StateAt({ env, params }: StateAtProps) {
  const asked = parseTypedTime(params.at ?? '');
  const at = asked ? toFieldValue(asked) : '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { at: typed = '', visitor = '' } = readForm(event.currentTarget);
    // The field has no seconds: those of the address stay while its minute does.
    const time = typed === at ? asked : parseTypedTime(typed);
    if (!time) return;
    location.assign(formatHash({ env, view: 'history', params: { at: time.toISOString(), visitor } }));
  };
  return (
    <Box component="section" aria-label="Live at a time" sx={{ ...oneColumn, gap: 2 }}>
      <Box
        component="form"
        key={`${at} ${params.visitor}`}
        onSubmit={submit}
        sx={{ ...row, gap: 2, alignItems: 'center' }}
      >
        <TextField
          required
          size="small"
          type="datetime-local"
          name="at"
          label="Live at"
          defaultValue={at}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: latestTime } }}
        />
        <TextField
          size="small"
          name="visitor"
          label="Visitor (optional)"
          defaultValue={params.visitor ?? ''}
          slotProps={{
            htmlInput: {
              spellCheck: false,
              title: 'The value of the cookie "visitor", or the visitor of an error report',
            },
          }}
        />
        <Button type="submit" variant="outlined">
          Show
        </Button>
      </Box>
      {at && <LoadedState env={env} at={params.at ?? ''} visitor={params.visitor} />}
    </Box>
  );
}

function LoadedState({ env, at, visitor }: { env: string; at: string; visitor: string | undefined }) {
  const query = consoleApi.useStateAtQuery({ env, at, ...(visitor ? { visitor } : {}) });
  return (
    <QueryResult query={query} what="the live composition" height={160}>
      {(state) => <ShownState env={env} at={at} state={state} />}
    </QueryResult>
  );
}

function ShownState({ env, at, state }: { env: string; at: string; state: StateAtView }) {
  const { change, composition, canaries, visitor } = state;
  const had = canaries.find(({ id }) => id === visitor?.canary);
  return (
    <Box sx={{ ...panel, ...oneColumn, p: 2.5, gap: 1.5 }}>
      <div>
        <Typography variant="h2">Live at {formatDateTime(at)}</Typography>
        <Note>
          After{' '}
          <Link href={formatHash({ env, view: 'history', params: { change: String(change.seq) } })}>
            change {change.seq}
          </Link>{' '}
          of {formatDateTime(change.at)}: {change.by} {change.text}
        </Note>
      </div>
      <Box component="ul" aria-label="Live versions at that time" sx={{ ...plainList, gap: 0.5 }}>
        {[composition.shell, ...composition.remotes].map(({ app, version, digest }) => (
          <Box component="li" key={app} sx={{ ...row, columnGap: 1.5 }}>
            <Box component="span" sx={{ fontWeight: 600, minWidth: '10rem' }}>
              {app}
            </Box>
            <span>
              {version} · {digest}
            </span>
          </Box>
        ))}
      </Box>
      {canaries.length === 0 && <Note>No canary was running.</Note>}
      {canaries.map((canary) => (
        <div key={canary.id}>
          <Typography variant="h3">
            Canary for {formatAudience(canary)}
            {canary.owner && `, by ${canary.owner}`}
          </Typography>
          <ChangeList changes={canary.changes} label={`Canary of ${canary.apps.join(' and ')} at that time`} />
        </div>
      ))}
      {visitor && (
        <Typography sx={{ fontWeight: 600 }}>
          This visitor had {had ? `the canary of ${had.apps.join(' and ')}` : 'the live versions'}, by the shares of
          that time. Staff, regions and groups are not recorded.
        </Typography>
      )}
    </Box>
  );
}
