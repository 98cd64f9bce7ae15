/**
 * The shop's colours, light and dark. Every pair of text and background has a contrast of at least 4.5 : 1, which
 * tokens.test.ts checks.
 *
 * @see docs/decisions/0031: styles
 */
export const palette = {
  light: {
    paper: '#FAF7F2',
    raised: '#FFFFFF',
    sunken: '#F1EBE1',
    ink: '#1F1B16',
    inkSoft: '#5E554A',
    hairline: '#E0D7C9',
    /** Edges of controls: a contrast of 3 : 1 on every background. */
    outline: '#8C8070',
    copper: '#A4521F',
    copperDeep: '#833F15',
    onCopper: '#FFFFFF',
    cardamom: '#4B5D43',
    turmeric: '#E0A526',
    onTurmeric: '#1F1B16',
    danger: '#A8261B',
    onDanger: '#FFFFFF',
  },
  dark: {
    paper: '#161311',
    raised: '#211C18',
    sunken: '#0F0D0B',
    ink: '#F3ECE2',
    inkSoft: '#BDB1A2',
    hairline: '#3A322B',
    outline: '#8A7D6E',
    copper: '#E2985F',
    copperDeep: '#F0B488',
    onCopper: '#1F1208',
    cardamom: '#A9BF9E',
    turmeric: '#E0A526',
    onTurmeric: '#1F1B16',
    danger: '#F2958B',
    onDanger: '#2A0906',
  },
} as const;

export const fontFamilies = {
  display: '"Fraunces", "Fraunces Fallback", Georgia, serif',
  text: '"Figtree", "Figtree Fallback", Arial, sans-serif',
} as const;

/** Width in CSS pixels. Narrower windows show the bottom bar and hide the grid toggle. Specification 9. */
export const mobileBreakpoint = 768;

/** Sizes of the bars that stay in view, in CSS pixels. Screens that stick to them or scroll below them use these. */
export const layoutSizes = {
  /** Height of the header from `mobileBreakpoint` up. */
  header: 72,
  /** Height of the header below `mobileBreakpoint`. */
  headerMobile: 60,
  /** Height of the bottom bar, without the safe area of the device. */
  bottomBar: 56,
  /** Distance of a sticky element from the top of the window: the header and 24 px of space. */
  stickyTop: 96,
} as const;
