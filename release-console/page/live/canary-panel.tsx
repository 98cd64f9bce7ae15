import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { CanaryView, EnvironmentView, MetricsReport } from '../../api/responses';
import { can } from '../actions/permission';
import { ChangeList } from '../changes/change-list';
import { whoGets } from '../format/format';
import { Moment } from '../format/relative-time';
import { CanaryDialog, type CanaryStep } from './canary-dialog';

export interface CanaryPanelProps {
  environment: EnvironmentView;
  canary: CanaryView;
}

/** Who gets the canary, how it does against the rest, and what can be done with it. */
export function CanaryPanel({ environment, canary }: CanaryPanelProps) {
  const { share, staff, regions, changes, began } = canary;
  const hasList = staff === true || regions !== undefined;
  const [wanted, setWanted] = useState(share);
  const [step, setStep] = useState<CanaryStep | null>(null);
  const sliderLabel = useId();
  const apps = changes.map(({ app }) => app);
  const mayRaise = can(environment, 'promote', apps);
  // Somebody else may have raised it meanwhile; a share never falls.
  const target = Math.max(wanted, share);
  return (
    <Box
      component="section"
      aria-labelledby="canary"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: { xs: 2, md: 3 },
        display: 'grid',
        gap: 2.5,
      }}
    >
      <div>
        <Typography variant="h2" id="canary">
          Canary for {whoGets(canary)}
        </Typography>
        {began && (
          <Typography color="textSecondary" variant="body2">
            Begun <Moment at={began.at} /> by {began.by}
            {began.reason && `: ${began.reason}`}
          </Typography>
        )}
      </div>
      <ChangeList changes={changes} label="What the canary changes" />
      <CohortBar share={share} />
      {hasList && (
        <Typography color="textSecondary" variant="body2">
          Those on a list get it whatever their bucket.{' '}
          {share > 0 ? 'The comparison leaves them out.' : 'Nobody is compared before it has a share.'}
        </Typography>
      )}
      {share > 0 && environment.health && <VerdictNote health={environment.health} />}
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
              Give it to more: {target} % of the visitors
            </Typography>
            <Slider
              aria-labelledby={sliderLabel}
              value={target}
              min={0}
              max={100}
              marks={[25, 50, 75].map((value) => ({ value, label: `${value} %` }))}
              getAriaValueText={(value) => `${value} % of the visitors`}
              onChange={(_event, value) => setWanted(Math.max(Number(value), share))}
            />
          </Box>
          <Button
            variant="contained"
            disabled={target === share}
            onClick={() => setStep({ kind: 'rollout', share: target })}
          >
            {target === share ? 'Roll out…' : `Roll out to ${target} %…`}
          </Button>
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {mayRaise && (
          <Button variant="outlined" onClick={() => setStep({ kind: 'complete' })}>
            Complete for everybody…
          </Button>
        )}
        {can(environment, 'rollback', apps) && (
          <Button variant="outlined" color="error" onClick={() => setStep({ kind: 'halt' })}>
            Halt…
          </Button>
        )}
      </Box>
      {step && <CanaryDialog environment={environment} canary={canary} step={step} onClose={() => setStep(null)} />}
    </Box>
  );
}

/** The visitors, divided. */
function CohortBar({ share }: { share: number }) {
  const parts = [
    { name: 'Canary', part: share, ground: 'primary.main' },
    { name: 'Control', part: 100 - share, ground: 'success.main' },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 14, borderRadius: 1, overflow: 'hidden' }}>
        {parts.map(({ name, part, ground }) => (
          <Box key={name} sx={{ flex: `${part} 0 0`, bgcolor: ground }} />
        ))}
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, typography: 'body2' }}>
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

/** Whether the canary is worse than the rest, as far as can be told. */
function VerdictNote({ health: { verdict } }: { health: MetricsReport }) {
  if (!verdict) return null;
  if (verdict.isWorse) return <Alert severity="error">The canary is worse beyond chance: {verdict.reason}.</Alert>;
  const isEarly = verdict.metrics.every(({ state }) => state === 'too-few');
  return (
    <Alert severity={isEarly ? 'info' : 'success'} variant="outlined">
      {isEarly
        ? 'Too few visitors so far to tell whether the canary is worse.'
        : 'The canary is not worse than the rest, as far as can be told by now. It is halted by itself when it is.'}
    </Alert>
  );
}
