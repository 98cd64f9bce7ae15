import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { EnvironmentView } from '../../api/responses';
import { ChangeList } from '../changes/change-list';
import { FindingList } from '../changes/finding-list';
import { GateFindings } from '../changes/gate-findings';
import { PreviewLink } from './preview-link';
import type { GateState, Promotion } from './use-promotion';

export interface GateReportProps {
  environment: EnvironmentView;
  promotion: Promotion;
}

/** Result of the gates for the composition that the promotion would create. */
export function GateReport({ environment, promotion }: GateReportProps) {
  const { hasChoice, gates, runGates, selection } = promotion;
  return (
    <Box component="section" aria-labelledby="gates" sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h2" id="gates">
        2. Gates
      </Typography>
      {!hasChoice && <Typography color="textSecondary">Choose a version first.</Typography>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" disabled={!hasChoice} loading={gates.kind === 'running'} onClick={runGates}>
          Run the gates
        </Button>
        {selection.releases.length > 0 && <PreviewLink env={environment.name} releases={selection.releases} />}
      </Box>
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <GateOutcome gates={gates} />
      </Box>
    </Box>
  );
}

function GateOutcome({ gates }: { gates: GateState }) {
  switch (gates.kind) {
    case 'not-run':
      return null;
    case 'running':
      return (
        <div>
          <Typography color="textSecondary" variant="body2">
            The gates check the whole composition…
          </Typography>
          <LinearProgress aria-label="The gates are running" sx={{ mt: 1 }} />
        </div>
      );
    case 'failed':
      return <Alert severity="error">{gates.problem.error}</Alert>;
    case 'done':
      return (
        <>
          <ChangeList changes={gates.result.changes} label="Planned changes" />
          {gates.result.findings.length === 0 ? (
            <Alert severity="success">All gates pass.</Alert>
          ) : (
            <GateFindings findings={gates.result.findings} />
          )}
          {gates.result.warnings.length > 0 && (
            <Alert severity="warning">
              The gates warn; the composition may become live:
              <FindingList findings={gates.result.warnings} />
            </Alert>
          )}
        </>
      );
  }
}
