/**
 * Components of every screen, without MUI: plain elements with classes. Shell and remotes share one copy at run time, so that
 * their style sheet is in the page once, and every version of a remote shows the shell's buttons.
 *
 * A new export is a minor version of `@shop/ui`. Form controls are in the lazy module `@shop/ui/controls`.
 *
 * @see docs/decisions/0031: CSS Modules
 */
export {
  Badge,
  type BadgeProps,
  Container,
  type ContainerProps,
  Skeleton,
  type SkeletonProps,
} from './core/block';
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './core/button';
export { TextLink, type TextLinkProps, Typography, type TypographyProps } from './core/text';
export { followThemeMode, type ThemeMode, themeAttribute, themeModeKey, useThemeMode } from './theme/theme-mode';
