import { text, useTexts } from '@shop/language/texts';
import { IconButton, type IconButtonProps, useThemeMode } from '@shop/ui/core';
import { Monitor, Moon, Sun } from 'lucide-react';

const modes = ['light', 'dark', 'system'] as const;
const icons = { light: Sun, dark: Moon, system: Monitor };
const names = { light: text('light'), dark: text('dark'), system: text('same as your device') };

/**
 * Switches between light, dark and the device's theme. Any other stored value, such as the value of another site on the same
 * host, counts as the device's theme. Specification 1; Interpretation 35.
 */
export function ThemeSwitch(props: Pick<IconButtonProps, 'className' | 'edge'>) {
  const t = useTexts();
  const { mode, setMode } = useThemeMode();
  const next = modes[(modes.indexOf(mode) + 1) % modes.length] ?? 'system';
  const Icon = icons[mode];
  return (
    <IconButton
      {...props}
      onClick={() => setMode(next)}
      aria-label={t('Theme: {mode}. Switch to {next}', { mode: t(names[mode]), next: t(names[next]) })}
    >
      <Icon size={20} aria-hidden />
    </IconButton>
  );
}
