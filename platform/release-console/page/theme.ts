import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';
import { createTheme } from '@mui/material/styles';
import { fontFamilies, palette } from '@shop/ui/tokens';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
  interface TypeBackground {
    sunken: string;
  }
  interface Palette {
    sale: string;
    onSale: string;
    outline: string;
  }
  interface PaletteOptions {
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
    sale: tone.turmeric,
    onSale: tone.onTurmeric,
    outline: tone.outline,
  };
}

const heading = { fontFamily: fontFamilies.display, fontWeight: 500, letterSpacing: '-0.01em' } as const;
const focusOutline = '2px solid var(--console-palette-primary-main)';

const baseline = `
  @font-face { font-family: Fraunces; src: url(${fraunces}) format('woff2'); font-weight: 100 900; font-display: swap; }
  @font-face { font-family: Figtree; src: url(${figtree}) format('woff2'); font-weight: 300 900; font-display: swap; }
  body { min-height: 100dvh; overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
  :focus-visible { outline: ${focusOutline}; outline-offset: 2px; }
  h1:focus { outline: none; }
  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after { animation-duration: 0.01ms !important; transition: none !important; }
  }
`;

/** The shop's colours and fonts with denser spacing. Light or dark, as the system is set. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'media', cssVarPrefix: 'console' },
  colorSchemes: { light: { palette: muiPalette('light') }, dark: { palette: muiPalette('dark') } },
  shape: { borderRadius: 6 },
  breakpoints: { values: { xs: 0, sm: 480, md: 768, lg: 1024, xl: 1440 } },
  typography: {
    fontFamily: fontFamilies.text,
    h1: { ...heading, fontSize: 'clamp(1.75rem, 1.4rem + 1.4vw, 2.5rem)', lineHeight: 1.15 },
    h2: { ...heading, fontSize: '1.375rem', lineHeight: 1.25 },
    h3: { fontFamily: fontFamilies.text, fontWeight: 600, fontSize: '1rem', lineHeight: 1.4 },
    body2: { fontSize: '0.9375rem', lineHeight: 1.5 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
    button: { fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
  },
  components: {
    MuiCssBaseline: { styleOverrides: baseline },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          '&:not(.MuiMenuItem-root):is(:focus-visible, .Mui-focusVisible)': { outline: focusOutline, outlineOffset: 2 },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 40, paddingInline: 16, '@media (pointer: coarse)': { minHeight: 44 } },
        outlined: { borderColor: 'var(--console-palette-outline)' },
      },
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: 40, minHeight: 40, color: 'inherit' } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--console-palette-outline)' } } },
    MuiTableCell: { styleOverrides: { root: { borderColor: 'var(--console-palette-divider)' } } },
  },
});
