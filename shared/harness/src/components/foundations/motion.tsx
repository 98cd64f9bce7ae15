import { Button, keyframes, Stack, styled, Typography, useTheme } from '@shop/ui/core';
import { useState } from 'react';

const cross = keyframes({ from: { left: 0 }, to: { left: 'calc(100% - 20px)' } });

const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  height: 20,
  borderRadius: 10,
  background: theme.vars.palette.background.sunken,
}));

const Runner = styled('div')(({ theme }) => ({
  position: 'absolute',
  left: 'calc(100% - 20px)',
  width: 20,
  height: 20,
  borderRadius: 10,
  background: theme.vars.palette.primary.main,
  animation: `${cross} 1ms ease-out`,
}));

/** Shows the durations of the theme as animations. */
export function Motion() {
  const { transitions } = useTheme();
  const { shortest, shorter, short, standard } = transitions.duration;
  const [run, setRun] = useState(0);
  return (
    <Stack spacing={2}>
      {Object.entries({ shortest, shorter, short, standard }).map(([name, duration]) => (
        <Stack key={name} direction="row" spacing={2} sx={{ alignItems: 'center' }}>
          <Typography variant="caption" sx={{ flex: '0 0 120px', color: 'text.secondary' }}>
            <strong>{name}</strong> · {duration} ms
          </Typography>
          <Track>
            <Runner key={run} style={{ animationDuration: `${duration}ms` }} />
          </Track>
        </Stack>
      ))}
      <div>
        <Button variant="outlined" onClick={() => setRun(run + 1)}>
          Play again
        </Button>
      </div>
    </Stack>
  );
}
