/**
 * The shop's colours, light and dark. Every text and ground pair is at least 4.5 : 1 (tokens.test.ts checks it).
 *
 * @see docs/decisions/0005: look and feel
 */
export const palette = {
  light: {
    paper: '#FAF7F2',
    raised: '#FFFFFF',
    sunken: '#F1EBE1',
    ink: '#1F1B16',
    inkSoft: '#5E554A',
    hairline: '#E0D7C9',
    /** Edges of things that can be operated: 3 : 1 on every ground. */
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

/** Below this width, in CSS pixels, the bottom bar shows and the grid toggle does not. Specification 9. */
export const mobileBreakpoint = 768;
