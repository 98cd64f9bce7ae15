/**
 * First tier of MUI: theme, styling and the basic components of every screen. Shell and remotes share one copy at run time.
 * Emotion and MUI keep their state in React contexts, so a second copy in a page would lose the theme.
 *
 * A new export is a minor version of `@shop/ui`. Form controls are in the second, lazy tier: `@shop/ui/controls`.
 *
 * @see docs/decisions/0002: curated facades
 */
export { CacheProvider, keyframes } from '@emotion/react';
export { default as Badge } from '@mui/material/Badge';
export { default as Box } from '@mui/material/Box';
export { type ButtonProps, default as Button } from '@mui/material/Button';
export { default as Container } from '@mui/material/Container';
export { default as CssBaseline } from '@mui/material/CssBaseline';
export { default as Divider } from '@mui/material/Divider';
export { default as IconButton, type IconButtonProps } from '@mui/material/IconButton';
export { default as MuiLink } from '@mui/material/Link';
export { default as Skeleton } from '@mui/material/Skeleton';
export { default as Stack } from '@mui/material/Stack';
export { styled, ThemeProvider, useColorScheme, useTheme } from '@mui/material/styles';
export { default as Typography } from '@mui/material/Typography';
export { createShopTheme, themeAttribute, themeModeKey } from './theme/theme';
