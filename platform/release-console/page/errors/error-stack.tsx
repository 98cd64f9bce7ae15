import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ResolvedFrame } from '../../api/responses';

const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** Formats the release of a position: `mf-catalog/1.0.0-4f3a…/home.js:1:20` is `mf-catalog 1.0.0`. */
const formatRelease = ({ frame }: ResolvedFrame) => frame.replace(/^([^/]+)\/(.+)-[0-9a-f]{12}\/.*$/, '$1 $2');

const listReleases = (stack: readonly ResolvedFrame[], problem: ResolvedFrame['problem']) =>
  [...new Set(stack.filter((frame) => frame.problem === problem).map(formatRelease))].join(', ');

export interface ErrorStackProps {
  /** Innermost position first. */
  stack: readonly ResolvedFrame[];
  /** Version of the newest report, from which the stack is. */
  version: string;
}

/** A stack in the sources. A position without a source keeps its place in the released script, and a message says why. */
export function ErrorStack({ stack, version }: ErrorStackProps) {
  const withoutMap = listReleases(stack, 'no-map');
  const unreadable = listReleases(stack, 'unreadable-map');
  return (
    <Box
      component="section"
      aria-label="Stack"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
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
        <Box
          component="ol"
          sx={{ m: 0, p: 2, pl: 5, bgcolor: 'background.sunken', borderRadius: 1, typography: 'body2' }}
        >
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
