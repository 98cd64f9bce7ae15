import { Box, Button, Chip, Link, Typography } from '@mui/material';
import { describeStoredChange } from '@shop/releases/change-model/changes';
import { formatApps } from '@shop/releases/change-model/words';
import type { EnvironmentView, ScheduleView } from '@shop/releases/service-api/responses';
import { type FreezeWindow, listWindows } from '@shop/releases/state/freezes';
import { consoleApi, reloadEvery } from '../api/console-api';
import { FindingList } from '../components/change-list';
import { formatHash } from '../components/hash-route';
import { focusHeading, ListItem, Note, oneColumn, plainList, row, Section } from '../components/layout';
import { Problem, QueryResult } from '../components/query-result';
import { RelativeTime, useNow } from '../components/relative-time';
import { useSnackbar } from '../components/snackbar';
import { StageNote } from '../components/stage-note';

/** Changes that wait for a time, and those of the past. */
export function Schedules() {
  // A schedule runs within a second after its time.
  const query = consoleApi.useSchedulesQuery(undefined, reloadEvery(5000));
  return (
    <QueryResult query={query} what="schedules" height={200}>
      {(schedules) => <ScheduleLists schedules={schedules} />}
    </QueryResult>
  );
}

const isOpen = ({ status }: ScheduleView) => status === 'waiting' || status === 'running';

function ScheduleLists({ schedules }: { schedules: readonly ScheduleView[] }) {
  const open = schedules.filter(isOpen).reverse();
  const ended = schedules.filter((schedule) => !isOpen(schedule));
  return (
    <Box sx={{ ...oneColumn, gap: 4 }}>
      <Section
        title="For a time"
        note="To schedule a change, choose “At a time” where you promote, roll back, lock or halt."
      >
        {open.length === 0 && <Typography>No change is scheduled.</Typography>}
        <ScheduleList schedules={open} label="Scheduled, earliest first" />
      </Section>
      {ended.length > 0 && (
        <Section title="Earlier">
          <ScheduleList schedules={ended} label="Earlier, latest first" />
        </Section>
      )}
    </Box>
  );
}

function ScheduleList({ schedules, label }: { schedules: readonly ScheduleView[]; label: string }) {
  if (schedules.length === 0) return null;
  return (
    <Box component="ul" aria-label={label} sx={{ ...plainList, gap: 1.5 }}>
      {schedules.map((schedule) => (
        <ScheduleItem key={schedule.id} schedule={schedule} />
      ))}
    </Box>
  );
}

const statusColors: Readonly<Record<ScheduleView['status'], 'default' | 'primary' | 'success' | 'error'>> = {
  waiting: 'default',
  running: 'primary',
  done: 'success',
  failed: 'error',
  cancelled: 'default',
};

function ScheduleItem({ schedule }: { schedule: ScheduleView }) {
  const { id, by, action, apps, dueAt, status, result, mayCancel } = schedule;
  const [cancel, { error, isLoading }] = consoleApi.useCancelScheduleMutation();
  const showMessage = useSnackbar();
  const { text, environment } = describeStoredChange(action.call, action.body, apps);
  const title = `${text}, in ${environment}`;
  const submit = async () => {
    const { data } = await cancel({ id });
    if (!data) return;
    showMessage('The schedule is cancelled.');
    focusHeading();
  };
  return (
    <ListItem
      title={title}
      chips={<Chip size="small" label={status} color={statusColors[status]} variant="outlined" />}
      action={
        mayCancel &&
        status === 'waiting' && (
          <Button variant="outlined" aria-label={`Cancel: ${title}`} loading={isLoading} onClick={() => void submit()}>
            Cancel
          </Button>
        )
      }
    >
      <Note>
        <RelativeTime at={dueAt} />, by {by}
        {action.body.reason && `: ${action.body.reason}`}
      </Note>
      {result && <Result env={action.body.env} result={result} />}
      <Problem error={error} />
    </ListItem>
  );
}

function Result({ env, result }: { env: string; result: NonNullable<ScheduleView['result']> }) {
  switch (result.kind) {
    case 'live':
      return (
        <Typography variant="body2">
          <Link href={formatHash({ env, view: 'history', params: { change: String(result.seq) } })}>
            Change {result.seq}
          </Link>
        </Typography>
      );
    case 'pending':
      return (
        <Typography variant="body2">
          It waits for <Link href={formatHash({ env, view: 'waiting' })}>an approval</Link>, or did.
        </Typography>
      );
    case 'failed':
      return (
        <>
          <Typography variant="body2" sx={{ color: 'error.main' }}>
            {result.error}
          </Typography>
          {result.findings && result.findings.length > 0 && <FindingList findings={result.findings} />}
        </>
      );
  }
}

/** The next stages of the running canaries. */
export function Stages({ environments }: { environments: readonly EnvironmentView[] }) {
  const planned = environments.flatMap((environment) =>
    environment.canaries.flatMap((canary) => (canary.plan ? [{ environment, canary, plan: canary.plan }] : [])),
  );
  return (
    <Section
      title="For the next stage"
      note="The service raises the share of a canary when its stage is over and enough visits are measured. A stage that waits for a person begins when a person continues it."
    >
      {planned.length === 0 && <Typography>No canary waits for its next stage.</Typography>}
      <Box component="ul" aria-label="Canaries with stages" sx={{ ...plainList, gap: 1.5 }}>
        {planned.map(({ environment, canary, plan }) => (
          <ListItem
            key={canary.id}
            title={`Canary of ${formatApps(canary.apps)} at ${canary.share} %, in ${environment.name}`}
            chips={plan.paused && <Chip size="small" label="paused" variant="outlined" />}
            action={
              <Button
                variant="outlined"
                href={formatHash({ env: environment.name, view: 'live' })}
                aria-label={`Open the canary of ${formatApps(canary.apps)}`}
              >
                Open
              </Button>
            }
          >
            <StageNote environment={environment} canary={canary} plan={plan} />
          </ListItem>
        ))}
      </Box>
    </Section>
  );
}

/** Freeze windows in the list. */
const maxWindows = 8;
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
const weekdayTime = new Intl.DateTimeFormat('en-GB', { weekday: 'short', ...time });
const dateTime = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...time });
/** Milliseconds of a freeze whose end needs a date: the day of the week could be that of its start. */
const longFreezeMs = 6 * 86_400_000;

/** The next windows of the freezes of all environments. */
export function Freezes() {
  const { currentData } = consoleApi.usePolicyQuery();
  const now = useNow();
  const windows = Object.entries(currentData?.policy.environments ?? {})
    .flatMap(([env, { freezes = [] }]) => listWindows(freezes, now).map((window) => ({ env, window })))
    .sort((a, b) => a.window.from - b.window.from)
    .slice(0, maxWindows);
  if (!currentData) return null;
  return (
    <Section
      title="Freezes"
      note={
        <>
          No promotion, rollout or completion while one lasts; a halt and a rollback always work. They are part of{' '}
          <Link href={formatHash({ env: '', view: 'policy' })}>the policy</Link>.
        </>
      }
    >
      {windows.length === 0 && <Typography>There is none in the next two weeks.</Typography>}
      {windows.length > 0 && (
        <Box component="ol" aria-label="Freezes, earliest first" sx={{ ...plainList, gap: 1 }}>
          {windows.map(({ env, window }) => (
            <FreezeItem
              key={`${env} ${window.from} ${window.freeze.reason}`}
              env={env}
              window={window}
              isActive={window.from <= now}
            />
          ))}
        </Box>
      )}
    </Section>
  );
}

interface FreezeItemProps {
  env: string;
  window: FreezeWindow;
  isActive: boolean;
}

function FreezeItem({ env, window: { freeze, from, to }, isActive }: FreezeItemProps) {
  const end = (to - from < longFreezeMs ? weekdayTime : dateTime).format(to);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '7rem minmax(0, 1fr)',
        columnGap: 2,
        alignItems: 'baseline',
        borderLeft: 3,
        borderColor: isActive ? 'error.main' : 'sale',
        pl: 1.5,
        py: 0.5,
      }}
    >
      <Box component="span" sx={{ fontWeight: 600 }}>
        {day.format(from)}
      </Box>
      <div>
        <Box sx={{ ...row, columnGap: 1, alignItems: 'center' }}>
          {freeze.reason}
          {isActive && <Chip size="small" color="error" label="now" />}
        </Box>
        <Note>
          {env}: {weekdayTime.format(from)} to {end}
          {freeze.apps && !freeze.apps.includes('*') ? `, ${formatApps(freeze.apps)}` : ', all apps'}
        </Note>
      </div>
    </Box>
  );
}
