import { Box, Button, Chip, Link, Typography } from '@mui/material';
import { formatApp, formatApps, formatMinutes, formatTitle } from '@shop/releases/change-model/words';
import type { EnvironmentView, IncidentChange, IncidentReport } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { consoleApi, isAllowed, reloadEvery } from '../api/console-api';
import { Choice } from '../components/choice';
import { formatPages } from '../components/format';
import { formatHash } from '../components/hash-route';
import {
  type EnvironmentScreenProps,
  ListItem,
  Note,
  oneColumn,
  plainList,
  Section,
  ViewHeading,
} from '../components/layout';
import { QueryResult } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';
import { MetricsTable } from '../metrics/metrics-panel';
import { UndoDialog, type UndoDialogProps } from './undo-dialog';

/** Lengths of the time in minutes. */
const periods = [30, 60, 180, 1440] as const;
const defaultPeriod = 60;

/** What changed lately in every environment, with the change that undoes each, new errors and metrics. */
export function IncidentScreen({ environment, all, params }: EnvironmentScreenProps) {
  const minutes = periods.find((period) => String(period) === params.minutes) ?? defaultPeriod;
  const query = consoleApi.useIncidentQuery({ minutes }, reloadEvery(15_000));
  // The dialog stays open when its change leaves the list.
  const [undoing, setUndoing] = useState<Omit<UndoDialogProps, 'onClose'> | null>(null);
  const changes = query.currentData?.find(({ env }) => env === undoing?.environment.name)?.changes;
  const listed = changes?.find(({ seq }) => seq === undoing?.seq);
  // A later change may replace a part of it, and the dialog then undoes the rest alone.
  if (undoing && listed && listed.undo !== undoing.undo) setUndoing({ ...undoing, undo: listed.undo });
  const find = (env: string | undefined) => all.find(({ name }) => name === env);
  const changing = find(undoing?.environment.name) ?? undoing?.environment;
  const open = (next: number) =>
    location.assign(formatHash({ env: environment.name, view: 'incident', params: { minutes: String(next) } }));
  // The chosen environment comes first.
  const sort = (reports: readonly IncidentReport[]) =>
    [...reports].sort((a, b) => Number(b.env === environment.name) - Number(a.env === environment.name));
  return (
    <>
      <ViewHeading note="Every environment. Visitors get a rollback after three seconds at most.">
        What changed lately
      </ViewHeading>
      <Choice
        label="Time"
        value={minutes}
        options={periods.map((period) => [period, period === 1440 ? '24 hours' : formatMinutes(period)])}
        onChange={open}
      />
      <QueryResult query={query} what="changes">
        {(reports) => (
          <Box sx={{ ...oneColumn, gap: 5 }}>
            {sort(reports).map((report) => (
              <Report
                key={report.env}
                report={report}
                environment={find(report.env)}
                minutes={minutes}
                onUndo={({ seq, undo }) => {
                  const target = find(report.env);
                  if (target) setUndoing({ environment: target, seq, undo });
                }}
              />
            ))}
          </Box>
        )}
      </QueryResult>
      {undoing && changing && <UndoDialog {...undoing} environment={changing} onClose={() => setUndoing(null)} />}
    </>
  );
}

interface ReportProps {
  report: IncidentReport;
  /** Undefined for one that cannot be read. */
  environment: EnvironmentView | undefined;
  minutes: number;
  /** Opens the dialog that undoes a change. */
  onUndo: (change: IncidentChange) => void;
}

function Report({ report: { env, changes, locks, metrics, newErrors }, environment, minutes, onUndo }: ReportProps) {
  const period = minutes === 1440 ? '24 hours' : minutes === 60 ? 'hour' : formatMinutes(minutes);
  return (
    <Section
      title={env}
      note={
        changes.length === 0
          ? `Nothing changed in the last ${period}.`
          : `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} in the last ${period}`
      }
    >
      {changes.length > 0 && (
        <Box component="ol" aria-label={`Changes of ${env}, newest first`} sx={{ ...plainList, gap: 1.5 }}>
          {changes.map((change) => (
            <ChangeItem key={change.seq} change={change} environment={environment} onUndo={onUndo} />
          ))}
        </Box>
      )}
      {locks.map(({ app, by, reason }) => (
        <Typography key={app} variant="body2">
          <strong>{formatApp(app)}</strong>: locked by {by}: {reason}
        </Typography>
      ))}
      <NewErrors env={env} errors={newErrors} />
      {metrics && metrics.live.totals.views > 0 && <MetricsTable metrics={metrics} />}
    </Section>
  );
}

interface ChangeItemProps extends Pick<ReportProps, 'environment' | 'onUndo'> {
  change: IncidentChange;
}

function ChangeItem({ change, environment, onUndo }: ChangeItemProps) {
  const { seq, at, by, reason, isForced, text, changes, halted, undo } = change;
  const mayUndo = undo !== null && environment !== undefined && isAllowed(environment, undo.call, undo.apps);
  return (
    <ListItem
      title={`${seq}. ${formatTitle(text)}`}
      chips={isForced && <Chip size="small" label="forced" color="error" />}
      action={
        mayUndo && (
          <Button
            variant="outlined"
            color="error"
            aria-label={`${undo.text} to undo change ${seq}`}
            onClick={() => onUndo(change)}
          >
            {undo.text}…
          </Button>
        )
      }
    >
      {changes.map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
      {halted.map(({ id, apps }) => (
        <Typography key={id} variant="body2">
          It ended the canary of {formatApps(apps)}.
        </Typography>
      ))}
      <Note>
        <RelativeTime at={at} /> by {by}
        {reason && `: ${reason}`}
      </Note>
      {undo && environment && !mayUndo && (
        <Note>To undo it: {undo.text.toLowerCase()}. You may not do that; the policy says who may.</Note>
      )}
    </ListItem>
  );
}

function NewErrors({ env, errors }: { env: string; errors: IncidentReport['newErrors'] }) {
  if (errors.length === 0) return <Note>Pages reported no new errors.</Note>;
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        New errors
      </Typography>
      <Box component="ul" aria-label={`New errors in ${env}`} sx={{ ...plainList, gap: 0.5 }}>
        {errors.map(({ id, app, message, count }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            <Link href={formatHash({ env, view: 'errors', params: { app, period: '7d', group: id } })}>{message}</Link>{' '}
            · {app} · {formatPages(count)}
          </Box>
        ))}
      </Box>
    </div>
  );
}
