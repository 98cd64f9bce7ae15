import { IconButton, useThemeMode } from '@shop/ui/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import * as styles from './theme-switch.module.css';

const modes = ['light', 'dark', 'system'] as const;
const icons = { light: Sun, dark: Moon, system: Monitor };
const names = { light: 'light', dark: 'dark', system: 'same as your device' };

/**
 * Switches between light, dark and the device's theme. Any other stored value, such as the value of another site on the same
 * host, counts as the device's theme. Specification 1; Interpretation 35.
 */
export function ThemeSwitch() {
  const { mode, setMode } = useThemeMode();
  const next = modes[(modes.indexOf(mode) + 1) % modes.length] ?? 'system';
  const Icon = icons[mode];
  return (
    <IconButton
      className={styles.button}
      color="inherit"
      onClick={() => setMode(next)}
      aria-label={`Theme: ${names[mode]}. Switch to ${names[next]}`}
    >
      <Icon size={22} aria-hidden />
    </IconButton>
  );
}
