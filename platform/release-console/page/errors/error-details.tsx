import { Alert, Box, Button, Link, Typography } from '@mui/material';
import type { EnvironmentView, ErrorGroup, ResolvedFrame } from '@shop/releases/service-api/responses';
import { DataTable } from '../components/data-table';
import { formatDateTime } from '../components/format';
import { formatHash } from '../components/hash-route';
import { Note, oneColumn, row, sunken } from '../components/layout';
import { RelativeTime } from '../components/relative-time';
import { RollbackButton } from '../history/rollback-dialog';

export interface ErrorDetailsProps {
  environment: EnvironmentView;
  group: ErrorGroup;
  /** Opens the dialog that rolls back the app of the error. */
  onRollBack: () => void;
}

/** An error with its stack, its share by version, and the ways to the metrics and the rollback of its app. */
export function ErrorDetails({ environment, group, onRollBack }: ErrorDetailsProps) {
  const { app, versions, stack, firstAt, lastAt, visitors = [] } = group;
  const { name: env } = environment;
  const linkToTime = (at: number, visitor = '') =>
    formatHash({ env, view: 'history', params: { at: new Date(at).toISOString(), visitor } });
  return (
    <Box sx={{ ...oneColumn, gap: 3 }}>
      <Note>
        First report {formatDateTime(firstAt)}, last report {formatDateTime(lastAt)}
      </Note>
      <ErrorStack stack={stack} version={versions[0]?.version ?? ''} />
      <VersionShares versions={versions} />
      {visitors.length > 0 && (
        <Note>
          What visitors had who met it:{' '}
          {visitors.map(({ visitor, at }, index) => (
            <span key={visitor}>
              {index > 0 && ', '}
              <Link href={linkToTime(at, visitor)}>visitor {visitor}</Link>
            </span>
          ))}
        </Note>
      )}
      <Box sx={{ ...row, gap: 1 }}>
        <Button variant="outlined" href={formatHash({ env, view: 'metrics', params: { app } })}>
          Metrics of {app}
        </Button>
        <Button variant="outlined" href={linkToTime(lastAt)}>
          What was live at the last report
        </Button>
        <RollbackButton environment={environment} app={app} variant="outlined" onOpen={onRollBack}>
          Roll back {app}…
        </RollbackButton>
      </Box>
    </Box>
  );
}

const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** Formats the release of a position: `mf-catalog/1.0.0-4f3a…/home.js:1:20` is `mf-catalog 1.0.0`. */
const formatRelease = ({ frame }: ResolvedFrame) => frame.replace(/^([^/]+)\/(.+)-[0-9a-f]{12}\/.*$/, '$1 $2');

const listReleases = (stack: readonly ResolvedFrame[], problem: ResolvedFrame['problem']) =>
  [...new Set(stack.filter((frame) => frame.problem === problem).map(formatRelease))].join(', ');

interface ErrorStackProps {
  /** Innermost position first. */
  stack: readonly ResolvedFrame[];
  /** Version of the newest report, from which the stack is. */
  version: string;
}

/** A stack in the sources. A position without a source keeps its place in the released script, and a message says why. */
function ErrorStack({ stack, version }: ErrorStackProps) {
  const withoutMap = listReleases(stack, 'no-map');
  const unreadable = listReleases(stack, 'unreadable-map');
  return (
    <Box component="section" aria-label="Stack" sx={{ ...oneColumn, gap: 1.5 }}>
      <Typography variant="h3">Stack in version {version}</Typography>
      {withoutMap && (
        <Alert severity="info">
          No source map is stored for {withoutMap}: publish the same build again to add it. Positions are those of the
          released scripts.
        </Alert>
      )}
      {unreadable && (
        <Alert severity="warning">
          A source map of {unreadable} cannot be read: publish the same build again under a new version. Positions are
          those of the released scripts.
        </Alert>
      )}
      {stack.length === 0 ? (
        <Typography color="textSecondary">The report has no stack.</Typography>
      ) : (
        <Box component="ol" sx={{ ...sunken, m: 0, p: 2, pl: 5, typography: 'body2' }}>
          {stack.map((frame, index) => (
            // Two positions of a recursion are equal, and the list never changes its order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Box component="li" key={index} sx={{ overflowWrap: 'anywhere', '& + &': { mt: 1 } }}>
              <StackFrame {...frame} />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}

function StackFrame({ frame, source, line, column, name }: ResolvedFrame) {
  if (source === null) return <code style={{ fontFamily: monospace }}>{frame}</code>;
  return (
    <>
      <Box component="code" sx={{ fontFamily: monospace, fontWeight: 600 }}>
        {source}:{line}:{column}
      </Box>
      {name && ` in ${name}`}
      <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {frame}
      </Typography>
    </>
  );
}

const percentFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Pages that reported an error, by version. */
function VersionShares({ versions }: Pick<ErrorGroup, 'versions'>) {
  const total = versions.reduce((sum, { count }) => sum + count, 0);
  return (
    <DataTable
      name="Pages by version"
      rowHeading="Version"
      columns={[{ name: 'Pages' }, { name: 'Share', isText: true, width: { md: '40%' } }, { name: 'Last report' }]}
      rows={versions.map(({ version, digest, count, lastAt }) => ({
        key: `${version} ${digest}`,
        name: version,
        cells: [
          count.toLocaleString('en'),
          <ShareBar key="share" percent={total > 0 ? (count / total) * 100 : 0} />,
          <RelativeTime key="last" at={lastAt} />,
        ],
      }))}
    />
  );
}

/** A percentage with a bar behind it. */
function ShareBar({ percent }: { percent: number }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box component="span" sx={{ minWidth: '3.5rem' }}>
        {percentFormat.format(percent)} %
      </Box>
      <Box aria-hidden sx={{ ...sunken, flex: 1, display: { xs: 'none', sm: 'block' }, height: 8 }}>
        <Box sx={{ width: `${percent}%`, height: '100%', borderRadius: 1, bgcolor: 'primary.main' }} />
      </Box>
    </Box>
  );
}
