import { createTheme, type Theme } from '@mui/material/styles';
import { fontFamilies, layoutSizes, mobileBreakpoint, palette } from './tokens';

/** Storage key of the chosen theme. */
export const themeModeKey = 'theme';
/** Attribute of the document element that holds the colour scheme. */
export const themeAttribute = 'data-theme';

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
 * Creates the shop's theme. One theme serves light and dark through CSS variables.
 *
 * @see docs/decisions/0005: look and feel
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
      h1: { ...heading, fontSize: 'clamp(2rem, 1.4rem + 2.4vw, 3.25rem)', lineHeight: 1.1 },
      h2: { ...heading, fontSize: 'clamp(1.5rem, 1.2rem + 1.2vw, 2.25rem)', lineHeight: 1.15 },
      h3: { ...heading, fontSize: 'clamp(1.2rem, 1.1rem + 0.4vw, 1.5rem)', lineHeight: 1.25 },
      body1: { fontSize: '1rem', lineHeight: 1.6 },
      body2: { fontSize: '0.9375rem', lineHeight: 1.55 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
      overline: { fontSize: '0.75rem', fontWeight: 600, letterSpacing: '0.12em', lineHeight: 1.6 },
      button: { fontSize: '1rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
    },
    transitions: { duration: { shortest: 100, shorter: 140, short: 180, standard: 200 } },
    components: {
      MuiCssBaseline: { styleOverrides: baseline },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            minHeight: 44,
            paddingInline: 20,
            // Forced colours remove the background. The border still separates a button from the text around it.
            '@media (forced-colors: active)': { border: '1px solid ButtonBorder' },
          },
          sizeSmall: { paddingInline: 12 },
        },
      },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        // MUI replaces the focus outline by its ripple, which is disabled. Menu items change their background instead.
        styleOverrides: {
          root: {
            '&:not(.MuiMenuItem-root):is(:focus-visible, .Mui-focusVisible)': {
              outline: focusOutline,
              outlineOffset: 2,
            },
          },
        },
      },
      MuiIconButton: { styleOverrides: { root: { minWidth: 44, minHeight: 44 } } },
      MuiLink: { defaultProps: { underline: 'hover' } },
      // MUI's border colour has too little contrast for the edge of a control.
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--shop-palette-outline)' } } },
      MuiTextField: { defaultProps: { variant: 'outlined', fullWidth: true } },
    },
  });
}

const focusOutline = '2px solid var(--shop-palette-primary-main)';

const baseline = `
  html { -webkit-text-size-adjust: 100%; scroll-padding-top: ${layoutSizes.stickyTop}px; }
  @media (max-width: ${mobileBreakpoint - 0.05}px) { html { scroll-padding-bottom: ${layoutSizes.bottomBar + 24}px; } }
  body { min-height: 100vh; min-height: 100dvh; overflow-wrap: break-word; }
  img, svg { display: block; max-width: 100%; }
  :focus-visible { outline: ${focusOutline}; outline-offset: 2px; }
  h1:focus, main:focus { outline: none; }
  ::selection { background: var(--shop-palette-sale); color: var(--shop-palette-onSale); }
  @media print {
    form, .MuiButton-root, .MuiIconButton-root { display: none !important; }
  }
  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after, ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) {
      animation-duration: 0.01ms !important; animation-iteration-count: 1 !important;
      transition: none !important; scroll-behavior: auto !important;
    }
  }
`;
