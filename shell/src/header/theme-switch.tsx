import { IconButton, useColorScheme } from '@shop/ui/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';

const modes = ['light', 'dark', 'system'] as const;
type Mode = (typeof modes)[number];
const icons = { light: Sun, dark: Moon, system: Monitor };
const names = { light: 'light', dark: 'dark', system: 'same as your device' };

const isMode = (value: string | undefined): value is Mode => modes.some((mode) => mode === value);

/**
 * Switches between light, dark and the device's theme. Any other stored value, such as the value of another site on the same
 * host, counts as the device's theme. Specification 1; Interpretation 35.
 */
export function ThemeSwitch() {
  const { mode: stored, setMode } = useColorScheme();
  const mode = isMode(stored) ? stored : 'system';
  useEffect(() => {
    if (stored !== undefined && !isMode(stored)) setMode('system');
  }, [stored, setMode]);
  const next = modes[(modes.indexOf(mode) + 1) % modes.length] ?? 'system';
  const Icon = icons[mode];
  return (
    <IconButton
      color="inherit"
      onClick={() => setMode(next)}
      aria-label={`Theme: ${names[mode]}. Switch to ${names[next]}`}
    >
      <Icon size={22} aria-hidden />
    </IconButton>
  );
}
