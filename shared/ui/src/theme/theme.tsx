import { createTheme, type Theme } from '@mui/material/styles';
import { themeAttribute } from './theme-mode';
import { fontFamilies, mobileBreakpoint, palette } from './tokens';

declare module '@mui/material/styles' {
  /** The theme always has CSS variables, so `theme.vars` is never undefined. */
  interface CssThemeVariables {
    enabled: true;
  }
  interface TypeBackground {
    sunken: string;
  }
  interface Palette {
    accent: string;
    sale: string;
    onSale: string;
    outline: string;
  }
  interface PaletteOptions {
    accent: string;
    sale: string;
    onSale: string;
    outline: string;
  }
}

function muiPalette(mode: 'light' | 'dark') {
  const tone = palette[mode];
  return {
    mode,
    primary: { main: tone.copper, dark: tone.copperDeep, contrastText: tone.onCopper },
    error: { main: tone.danger, contrastText: tone.onDanger },
    success: { main: tone.cardamom, contrastText: tone.paper },
    background: { default: tone.paper, paper: tone.raised, sunken: tone.sunken },
    text: { primary: tone.ink, secondary: tone.inkSoft },
    divider: tone.hairline,
    accent: tone.cardamom,
    sale: tone.turmeric,
    onSale: tone.onTurmeric,
    outline: tone.outline,
  };
}

const heading = {
  fontFamily: fontFamilies.display,
  fontWeight: 500,
  letterSpacing: '-0.01em',
  textWrap: 'balance',
} as const;

/**
 * Creates the shop's theme, the source of `tokens.css` and the theme of MUI's controls. One theme serves light and dark
 * through CSS variables.
 *
 * @see docs/decisions/0031: styles
 */
export function createShopTheme(): Theme {
  return createTheme({
    cssVariables: { colorSchemeSelector: `[${themeAttribute}="%s"]`, cssVarPrefix: 'shop' },
    colorSchemes: { light: { palette: muiPalette('light') }, dark: { palette: muiPalette('dark') } },
    breakpoints: { values: { xs: 0, sm: 480, md: mobileBreakpoint, lg: 1024, xl: 1440 } },
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: fontFamilies.text,
      fontSize: 16,
      htmlFontSize: 16,
      // The share of the window leaves long words on one line of a phone, also when the text is twice as large.
      h1: { ...heading, fontSize: 'min(clamp(2rem, 1.4rem + 2.4vw, 3.25rem), 12vw)', lineHeight: 1.1 },
      h2: { ...heading, fontSize: 'min(clamp(1.5rem, 1.2rem + 1.2vw, 2.25rem), 10vw)', lineHeight: 1.15 },
      h3: { ...heading, fontSize: 'clamp(1.2rem, 1.1rem + 0.4vw, 1.5rem)', lineHeight: 1.25 },
      body1: { fontSize: '1rem', lineHeight: 1.6 },
      body2: { fontSize: '0.9375rem', lineHeight: 1.55 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
      overline: { fontSize: '0.75rem', fontWeight: 600, letterSpacing: '0.12em', lineHeight: 1.6 },
      button: { fontSize: '1rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
    },
    transitions: { duration: { shortest: 100, shorter: 140, short: 180, standard: 200 } },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        // MUI replaces the focus outline by its ripple, which is disabled.
        styleOverrides: {
          root: {
            '&:is(:focus-visible, .Mui-focusVisible)': {
              outline: focusOutline,
              outlineOffset: 2,
            },
          },
        },
      },
      // MUI fades the colour of the value, which is too pale to read.
      MuiInputBase: { styleOverrides: { input: { '&::placeholder': placeholder, ...resizable } } },
      // MUI's border colour has too little contrast for the edge of a control.
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--shop-palette-outline)' } } },
      MuiTextField: { defaultProps: { variant: 'outlined', fullWidth: true } },
    },
  });
}

/** A placeholder is readable, and looks unlike a value. `base.css` has the same for inputs outside of MUI. */
const placeholder = { color: 'var(--shop-palette-text-secondary)', opacity: 1, fontStyle: 'italic' } as const;

/** Where CSS does not size a field of several lines, its reader does. */
const resizable = { '@supports not (field-sizing: content)': { 'textarea&': { resize: 'vertical' } } } as const;

const focusOutline = '2px solid var(--shop-palette-primary-main)';
