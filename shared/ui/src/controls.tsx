/**
 * Form controls and overlays, on MUI. The shell provides this module, and it loads with the first screen that imports it.
 * Screens render `ControlsTheme` around the controls. Everything else on a screen comes from `@shop/ui/core` and has classes.
 *
 * MUI and Emotion keep their state in React contexts, so a second copy in a page would lose the theme.
 */
export { CacheProvider } from '@emotion/react';
export { default as Alert } from '@mui/material/Alert';
export { default as Checkbox } from '@mui/material/Checkbox';
export { default as FormControl } from '@mui/material/FormControl';
export { default as FormControlLabel } from '@mui/material/FormControlLabel';
export { default as FormHelperText } from '@mui/material/FormHelperText';
export { ControlsTheme } from './theme/controls-theme';
export { TextField, type TextFieldProps } from './theme/text-field';
// What the shop adds to the types of MUI's theme.
export type {} from './theme/theme';
