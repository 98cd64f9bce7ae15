import { type Theme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import './control-tokens.css';
import { createShopTheme } from './theme';

let theme: Theme | undefined;

/** Creates the theme once, with the first controls: the module and the theme would block a slow phone in one task. */
function getTheme(): Theme {
  theme ??= createShopTheme();
  return theme;
}

/**
 * Gives MUI's controls the shop's theme. Every screen with controls of `@shop/ui/controls` renders it around them.
 *
 * It only provides the theme. The page's style sheet contains its values, and `useThemeMode` switches between light and dark, so
 * MUI writes neither variables nor attributes, and no storage.
 *
 * @example <ControlsTheme><TextField label="Email" /></ControlsTheme>
 */
export function ControlsTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={getTheme()} colorSchemeNode={null} storageManager={null} disableStyleSheetGeneration noSsr>
      {children}
    </ThemeProvider>
  );
}
