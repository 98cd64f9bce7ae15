import { styled } from '@mui/material/styles';
import { useThemeMode } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Monitor, Moon, Sun } from 'lucide-react';

const modes = [
  { mode: 'light', label: 'Light', Icon: Sun },
  { mode: 'dark', label: 'Dark', Icon: Moon },
  { mode: 'system', label: 'Same as your device', Icon: Monitor },
] as const;

const Group = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 'none',
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
}));

const Option = styled('label')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  minWidth: 44,
  minHeight: 44,
  borderRadius: theme.shape.borderRadius,
  cursor: 'pointer',
  '&:has(:checked)': {
    background: theme.vars.palette.primary.main,
    color: theme.vars.palette.primary.contrastText,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));

const Radio = styled('input')({ position: 'absolute', opacity: 0, pointerEvents: 'none' });

/** Chooses the light, the dark or the device's theme. The choice is stored like the shop's. */
export function ThemeChoice() {
  const { mode, setMode } = useThemeMode();
  return (
    <Group role="radiogroup" aria-label="Theme">
      {modes.map(({ mode: value, label, Icon }) => (
        <Option key={value} title={label}>
          <Radio type="radio" name="theme" value={value} checked={mode === value} onChange={() => setMode(value)} />
          <VisuallyHidden>{label}</VisuallyHidden>
          <Icon size={20} aria-hidden />
        </Option>
      ))}
    </Group>
  );
}
