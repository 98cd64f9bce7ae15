/**
 * Second tier of MUI: form controls and overlays. The shell provides it like `@shop/ui/core`, but it loads with the first
 * screen that needs it.
 */
export { default as Alert } from '@mui/material/Alert';
export { default as Checkbox } from '@mui/material/Checkbox';
export { default as Drawer } from '@mui/material/Drawer';
export { default as FormControl } from '@mui/material/FormControl';
export { default as FormControlLabel } from '@mui/material/FormControlLabel';
export { default as FormHelperText } from '@mui/material/FormHelperText';
export { default as InputAdornment } from '@mui/material/InputAdornment';
export { default as TextField, type TextFieldProps } from '@mui/material/TextField';
