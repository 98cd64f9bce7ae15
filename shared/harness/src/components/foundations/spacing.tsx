import Stack from '@mui/material/Stack';
import { styled, useTheme } from '@mui/material/styles';
import { Typography } from '@shop/ui/core';

/** CSS pixels of one step. */
const unit = 8;
/** Steps that screens use. */
const steps = [0.5, 1, 1.5, 2, 3, 4, 6, 8, 12];

const Step = styled('div')(({ theme }) => ({
  height: 16,
  borderRadius: 2,
  background: theme.vars.palette.primary.main,
  '@media (forced-colors: active)': { background: 'CanvasText' },
}));

const Window = styled('div')(({ theme }) => ({
  flex: '1 1 96px',
  padding: theme.spacing(1.5),
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& strong': { display: 'block', fontSize: '1rem', color: theme.vars.palette.text.primary },
}));

/** Steps of the spacing grid, and the breakpoints. */
export function Spacing() {
  const { breakpoints, spacing } = useTheme();
  return (
    <Stack spacing={4}>
      <Stack spacing={1}>
        {steps.map((step) => (
          <Stack key={step} direction="row" spacing={2} sx={{ alignItems: 'center' }}>
            <Typography variant="caption" tone="secondary" style={{ flex: '0 0 92px' }}>
              <strong>{step}</strong> · {step * unit} px
            </Typography>
            <Step style={{ width: spacing(step) }} />
          </Stack>
        ))}
      </Stack>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        {breakpoints.keys.map((key) => (
          <Window key={key}>
            <strong>{key}</strong> from {breakpoints.values[key]} px
          </Window>
        ))}
      </Stack>
    </Stack>
  );
}
