import { Alert, Box, Button, Slider, Typography } from '@mui/material';
import { formatVerdictState } from '@shop/releases/canary-analysis/verdict-words';
import { formatApps, formatAudience } from '@shop/releases/change-model/words';
import type { CanaryView, EnvironmentView, MetricsReport } from '@shop/releases/service-api/responses';
import { findShareProblem, findStageProblem } from '@shop/releases/state/canary-shares';
import { useId, useState } from 'react';
import { isAllowed } from '../api/console-api';
import { ChangeList } from '../components/change-list';
import { Note, panel, row } from '../components/layout';
import { RelativeTime } from '../components/relative-time';
import { listShareHolders } from '../components/share-holders';
import { StageNote } from '../components/stage-note';
import { CanaryDialog, type CanaryStep } from './canary-dialog';

type Verdict = MetricsReport['canaries'][number]['verdict'];

export interface CanaryPanelProps {
  environment: EnvironmentView;
  canary: CanaryView;
}

/** Audience, owner, verdict and actions of a running canary. */
export function CanaryPanel({ environment, canary }: CanaryPanelProps) {
  const { share, staff, regions, groups, changes, start, apps, owner, plan } = canary;
  const hasList = staff === true || regions !== undefined || groups !== undefined;
  const [chosenShare, setChosenShare] = useState(share);
  const [step, setStep] = useState<CanaryStep | null>(null);
  const sliderLabel = useId();
  const heading = useId();
  const { verdict } = environment.metrics?.canaries.find(({ id }) => id === canary.id) ?? {};
  const next = plan?.stages[0];
  const mayRaise = isAllowed(environment, 'promote', apps);
  // Another person may have raised the share since the page was loaded. A share never falls.
  const target = Math.max(chosenShare, share);
  const holders = listShareHolders(environment);
  const shareProblem = findShareProblem(environment.name, target, holders, canary.id);
  const stageProblem = findStageProblem(environment.name, canary, holders);
  return (
    <Box component="section" aria-labelledby={heading} sx={{ ...panel, p: { xs: 2, md: 3 }, gap: 2.5 }}>
      <div>
        <Typography variant="h2" id={heading}>
          Canary of {formatApps(apps)} for {formatAudience(canary)}
        </Typography>
        {start && (
          <Note>
            Started <RelativeTime at={start.at} /> by {owner || start.by}
            {start.reason && `: ${start.reason}`}
          </Note>
        )}
      </div>
      <ChangeList changes={changes} label="Changes of the canary" />
      <AudienceBar share={share} />
      {hasList && (
        <Note>
          Staff, regions and groups get the canary in addition to the share.{' '}
          {share > 0 ? 'They are not part of the comparison.' : 'The comparison starts when the canary has a share.'}
        </Note>
      )}
      {share > 0 && verdict && <VerdictNote verdict={verdict} />}
      {plan && (
        <Box sx={{ ...row, alignItems: 'center', gap: 1.5 }}>
          <StageNote environment={environment} canary={canary} plan={plan} />
          {mayRaise && next?.waitsForPerson && !plan.paused && (
            <Button
              size="small"
              variant="contained"
              disabled={stageProblem !== null}
              onClick={() => setStep(next.share === 100 ? 'complete' : next.share)}
            >
              Continue to {next.share} %…
            </Button>
          )}
          {mayRaise && (
            <Button size="small" variant="outlined" onClick={() => setStep(plan.paused ? 'resume' : 'pause')}>
              {plan.paused ? 'Resume…' : 'Pause…'}
            </Button>
          )}
        </Box>
      )}
      {mayRaise && share < 100 && (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { md: '1fr auto' },
            columnGap: 4,
            rowGap: 1,
            alignItems: 'center',
          }}
        >
          <Box sx={{ px: 1.5 }}>
            <Typography id={sliderLabel} variant="body2" sx={{ fontWeight: 600 }}>
              Share: {target} % of the visitors
            </Typography>
            <Slider
              aria-labelledby={sliderLabel}
              value={target}
              min={0}
              max={100}
              marks={[25, 50, 75].map((value) => ({ value, label: `${value} %` }))}
              getAriaValueText={(value) => `${value} % of the visitors`}
              onChange={(_event, value) => setChosenShare(Math.max(Number(value), share))}
            />
          </Box>
          <Button
            variant="contained"
            disabled={target === share || shareProblem !== null}
            onClick={() => setStep(target)}
          >
            {target === share ? 'Roll out…' : `Roll out to ${target} %…`}
          </Button>
          {shareProblem && <Alert severity="warning">{shareProblem}</Alert>}
        </Box>
      )}
      <Box sx={{ ...row, gap: 1 }}>
        {mayRaise && (
          <Button variant="outlined" onClick={() => setStep('complete')}>
            Complete for every visitor…
          </Button>
        )}
        {isAllowed(environment, 'halt', apps) && (
          <Button variant="outlined" color="error" onClick={() => setStep('halt')}>
            Halt…
          </Button>
        )}
      </Box>
      {step !== null && (
        <CanaryDialog environment={environment} canary={canary} step={step} onClose={() => setStep(null)} />
      )}
    </Box>
  );
}

/** Bar of the visitors in the canary and of the others. */
function AudienceBar({ share }: { share: number }) {
  const parts = [
    { name: 'Canary', part: share, ground: 'primary.main' },
    { name: 'Not in this canary', part: 100 - share, ground: 'success.main' },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 14, borderRadius: 1, overflow: 'hidden' }}>
        {parts.map(({ name, part, ground }) => (
          <Box key={name} sx={{ flex: `${part} 0 0`, bgcolor: ground }} />
        ))}
      </Box>
      <Box component="dl" sx={{ ...row, m: 0, columnGap: 3, typography: 'body2' }}>
        {parts.map(({ name, part, ground }) => (
          <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: ground }} />
            <dt>{name}</dt>
            <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
              {part} %
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Formats a comparison: `errors: 3 of 40 of the canary, 2 of 200 of the others; undecided: needs about …`. */
const formatComparison = (verdict: Verdict['metrics'][number]): string => {
  const { metric, canary, control } = verdict;
  const counts = `${canary.bad} of ${canary.visitors} of the canary, ${control.bad} of ${control.visitors} of the others`;
  return `${metric}: ${counts}; ${formatVerdictState(verdict)}`;
};

/** Verdict of the canary analysis. */
function VerdictNote({ verdict }: { verdict: Verdict }) {
  if (verdict.isWorse) return <Alert severity="error">The canary is significantly worse: {verdict.reason}.</Alert>;
  const isEarly = verdict.metrics.every(({ state }) => state === 'too-few');
  const open = isEarly ? verdict.metrics.slice(0, 1) : verdict.metrics.filter(({ missing }) => missing !== null);
  return (
    <Alert severity={isEarly ? 'info' : 'success'} variant="outlined">
      {isEarly
        ? 'Too few visitors yet for a verdict on the canary.'
        : 'The canary is not significantly worse than the visitors with the live versions. It is halted automatically when it becomes worse.'}
      {open.map((metric) => (
        <div key={metric.metric}>{formatComparison(metric)}</div>
      ))}
    </Alert>
  );
}
