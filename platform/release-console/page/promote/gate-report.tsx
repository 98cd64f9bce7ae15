import { Alert, Box, Button, LinearProgress, Link, Typography } from '@mui/material';
import { consoleApi } from '../api/console-api';
import { ChangeList, FindingList, GateFindings } from '../components/change-list';
import { CopyButton } from '../components/code-block';
import { formatDateTime } from '../components/format';
import { formatHash } from '../components/hash-route';
import { Note, row, Section, sunken } from '../components/layout';
import { Problem } from '../components/query-result';
import { ChangeDetails } from '../history/change-details';
import type { Promotion, PromotionProps } from './promotion-draft';

/** Result of the gates for the composition that the promotion would create. */
export function GateReport({ environment, promotion }: PromotionProps) {
  const { hasChoice, gates, runGates, selection } = promotion;
  return (
    <Section title="2. Gates">
      {!hasChoice && <Typography color="textSecondary">Choose a version first.</Typography>}
      <Box sx={{ ...row, gap: 1 }}>
        <Button variant="outlined" disabled={!hasChoice} loading={gates.isLoading ?? false} onClick={runGates}>
          Run the gates
        </Button>
        {selection.releases.length > 0 && <PreviewLink env={environment.name} releases={selection.releases} />}
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <GateOutcome gates={gates} />
      </Box>
      {gates.data?.freeze && (
        <Alert severity="warning">
          {gates.data.freeze.problem}. Choose a time after it when you promote, or override it there if the policy
          allows you to force. Halts and rollbacks work during a freeze.{' '}
          <Link href={formatHash({ env: environment.name, view: 'waiting' })}>All freezes</Link>
        </Alert>
      )}
      {gates.data && <PlannedDetails selection={selection} />}
    </Section>
  );
}

/** The result of the gates, or their progress. */
export function GateOutcome({ gates: { isLoading, data, error } }: Pick<Promotion, 'gates'>) {
  if (isLoading) {
    return (
      <div>
        <Note>The gates check the whole composition…</Note>
        <LinearProgress aria-label="The gates are running" sx={{ mt: 1 }} />
      </div>
    );
  }
  if (!data) return <Problem error={error} />;
  return (
    <>
      <ChangeList changes={data.changes} label="Planned changes" />
      {data.findings.length === 0 ? (
        <Alert severity="success">All gates pass.</Alert>
      ) : (
        <GateFindings findings={data.findings} />
      )}
      {data.warnings.length > 0 && (
        <Alert severity="warning">
          {data.findings.length === 0 ? 'The gates warn; the composition may become live:' : 'The gates also warn:'}
          <FindingList findings={data.warnings} />
        </Alert>
      )}
    </>
  );
}

/** What the promotion changes: commits, sizes, contract and screens. */
function PlannedDetails({ selection: { env, releases, removedApps } }: Pick<Promotion, 'selection'>) {
  const query = consoleApi.usePlannedChangeQuery(
    { env, releases: releases.join(), removedApps: removedApps.join() },
    { refetchOnMountOrArgChange: true },
  );
  return <ChangeDetails query={query} label="this promotion" />;
}

/** Minutes until a link expires: the default of the command line. */
const minutes = 120;

/** Creates a link with which one browser sees the composition before it is live. */
function PreviewLink({ env, releases }: { env: string; releases: string[] }) {
  const [preview, { data, error, isLoading, originalArgs }] = consoleApi.usePreviewMutation();
  const isCurrent = originalArgs?.releases.join() === releases.join();
  return (
    <>
      <Button loading={isLoading} onClick={() => void preview({ env, releases, minutes })}>
        Create a preview link
      </Button>
      <Problem error={error} />
      {data && isCurrent && (
        <Box sx={{ ...sunken, flexBasis: '100%', p: 1.5 }}>
          <Link href={data.link} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
            {data.link}
          </Link>
          <Box sx={{ ...row, alignItems: 'center', gap: 1, mt: 0.5 }}>
            <Typography variant="caption" color="textSecondary" sx={{ mr: 'auto' }}>
              For one browser, until {formatDateTime(data.expiresAt)}.
            </Typography>
            <CopyButton text={data.link} what="link" />
          </Box>
        </Box>
      )}
    </>
  );
}
