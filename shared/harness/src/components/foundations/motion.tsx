import Stack from '@mui/material/Stack';
import { styled, useTheme } from '@mui/material/styles';
import { Button, Typography } from '@shop/ui/core';
import { useState } from 'react';
import * as styles from './motion.module.css';

const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  flex: 1,
  height: 20,
  borderRadius: 10,
  background: theme.vars.palette.background.sunken,
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
          <Typography variant="caption" tone="secondary" className={styles.name}>
            <strong>{name}</strong> · {duration} ms
          </Typography>
          <Track>
            <div key={run} className={styles.runner} style={{ animationDuration: `${duration}ms` }} />
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
