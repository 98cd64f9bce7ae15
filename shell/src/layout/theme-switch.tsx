import { IconButton, useColorScheme } from '@shop/ui/core';
import { Monitor, Moon, Sun } from 'lucide-react';

const modes = ['light', 'dark', 'system'] as const;
const icons = { light: Sun, dark: Moon, system: Monitor };
const names = { light: 'light', dark: 'dark', system: 'same as your device' };

/** Switches between light, dark and the device's own theme. Specification 1; readings 35. */
export function ThemeSwitch() {
  const { mode = 'system', setMode } = useColorScheme();
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
