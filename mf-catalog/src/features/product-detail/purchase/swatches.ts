/** CSS colours of the English names of colours that shops use, in lower case. */
const swatches: Readonly<Record<string, string>> = {
  beige: '#e5d8bf',
  black: '#1b1b1b',
  blue: '#2b5fa8',
  brown: '#6b4529',
  charcoal: '#3c4043',
  copper: '#b4683c',
  cream: '#f4ead2',
  gold: '#c9a14a',
  green: '#3d7a4a',
  grey: '#8a8a8a',
  gray: '#8a8a8a',
  indigo: '#2d3a6b',
  ivory: '#f5efe0',
  madder: '#a3342c',
  marigold: '#eda024',
  maroon: '#6d1f2c',
  mustard: '#cf9a26',
  natural: '#e3d3b4',
  navy: '#1f2b4a',
  olive: '#6f7140',
  orange: '#e07b2a',
  pink: '#e79bb0',
  purple: '#6a3f86',
  red: '#b82a2a',
  rose: '#d0798a',
  rust: '#a54d26',
  sage: '#9cab8b',
  sand: '#d9c6a0',
  silver: '#c3c6c9',
  slate: '#5c6b78',
  tan: '#b9854f',
  teal: '#1f7276',
  terracotta: '#c0623f',
  white: '#fff',
  yellow: '#efcb3b',
};

/** Returns the CSS colour of a colour's name, or undefined when the name is not known. */
export function getSwatch(name: string): string | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(swatches, key) ? swatches[key] : undefined;
}
