/**
 * Components of every screen, without MUI: plain elements with classes. Shell and remotes share one copy at run time, so that
 * their style sheet is in the page once, and every version of a remote shows the shell's buttons.
 *
 * A new export is a minor version of `@shop/ui`. Form controls are in the lazy module `@shop/ui/controls`.
 *
 * @see docs/decisions/0031: CSS Modules
 */
export { Badge, type BadgeProps } from './core/badge';
export { Button, type ButtonProps } from './core/button';
export { Container, type ContainerProps } from './core/container';
export { Divider, type DividerProps } from './core/divider';
export { IconButton, type IconButtonProps } from './core/icon-button';
export { Skeleton, type SkeletonProps } from './core/skeleton';
export { TextLink, type TextLinkProps } from './core/text-link';
export { Typography, type TypographyProps } from './core/typography';
export { followThemeMode, type ThemeMode, themeAttribute, themeModeKey, useThemeMode } from './theme/theme-mode';
