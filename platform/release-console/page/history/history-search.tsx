import { Box, Button, Link, TextField } from '@mui/material';
import { logActions } from '@shop/releases/change-model/changes';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { type FormEvent, useState } from 'react';
import type { HistoryFilter } from '../api/console-api';
import { AppFilter } from '../components/app-filter';
import { formatHash, type HashRoute } from '../components/hash-route';
import { row } from '../components/layout';
import { SelectField } from '../components/select-field';
import { latestDay, parseTypedTime } from '../components/typed-time';
import { readForm } from './read-form';

/** Parameters of the address that select changes. `since` and `until` are days of the person's time zone, such as 2026-11-20. */
const paramNames = ['app', 'by', 'action', 'search', 'since', 'until', 'change'] as const;

/** The number of the change that an address names. Null: it names none. */
export const readChangeNumber = ({ change = '' }: HashRoute['params']): number | null =>
  /^\d{1,15}$/.test(change) ? Number(change) : null;

/** Converts the beginning of a day, or of the day after it, to an ISO date and time. @returns Undefined for no day. */
function toTime(day: string | undefined, daysLater: number): string | undefined {
  const time = parseTypedTime(`${day}T00:00`);
  if (!time) return undefined;
  time.setDate(time.getDate() + daysLater);
  return time.toISOString();
}

/** The filter of an address. Empty parameters select every change. A change comes with those before it. */
export function toHistoryFilter(params: HashRoute['params']): HistoryFilter {
  const change = readChangeNumber(params);
  if (change !== null) return { before: change + 1 };
  const { app, by, action, search, since, until } = params;
  return {
    app: app || undefined,
    by: by || undefined,
    action: action || undefined,
    search: search || undefined,
    since: toTime(since, 0),
    until: toTime(until, 1),
  };
}

export interface HistorySearchProps {
  environment: EnvironmentView;
  params: HashRoute['params'];
}

/** Search in the history. The address has what was searched, so that it can be sent to others. */
export function HistorySearch({ environment, params }: HistorySearchProps) {
  const { name: env } = environment;
  const open = (next: Record<string, string>) => location.assign(formatHash({ env, view: 'history', params: next }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    open({ app: params.app ?? '', ...readForm(event.currentTarget) });
  };
  const slotProps = { inputLabel: { shrink: true }, htmlInput: { max: latestDay } };
  const day = { slotProps, type: 'date', size: 'small' } as const;
  const isFiltered = paramNames.some((name) => params[name]);
  const [isOpen, setIsOpen] = useState(isFiltered);
  const actionNames = Object.entries(logActions).map(([action, { label }]) => [action, label] as const);
  // The fields fill the first screen of a phone.
  const fields = { display: { xs: isOpen ? 'flex' : 'none', md: 'flex' } } as const;
  return (
    <Box
      component="form"
      role="search"
      // Another address, such as after the Back button, fills the fields again.
      key={JSON.stringify(params)}
      onSubmit={submit}
      sx={{ ...row, gap: 2, alignItems: 'center' }}
    >
      <Button
        variant="outlined"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ display: { md: 'none' } }}
      >
        {isOpen ? 'Hide the search' : 'Search…'}
      </Button>
      <Box sx={{ ...row, ...fields, gap: 2, alignItems: 'center' }}>
        <AppFilter environment={environment} app={params.app ?? ''} onChange={(app) => open({ ...params, app })} />
        <TextField size="small" name="search" label="Reason contains" defaultValue={params.search ?? ''} />
        <TextField size="small" name="by" label="Person" defaultValue={params.by ?? ''} />
        <SelectField
          size="small"
          name="action"
          label="Action"
          defaultValue={params.action ?? ''}
          options={[['', 'All actions'], ...actionNames]}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 160 }}
        />
        <TextField {...day} name="since" label="From" defaultValue={params.since ?? ''} />
        <TextField {...day} name="until" label="Until" defaultValue={params.until ?? ''} />
        <Button type="submit" variant="outlined">
          Search
        </Button>
      </Box>
      {isFiltered && <Button onClick={() => open({})}>All changes</Button>}
      <Link href={`/api/audit-log?env=${encodeURIComponent(env)}`} download>
        Signed audit log
      </Link>
    </Box>
  );
}
