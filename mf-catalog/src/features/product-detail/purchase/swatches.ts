import type { Product } from '@shop/api-contract/decoders/product';

/** CSS colours of the English names of colours that shops use, in lower case. */
const swatches: Readonly<Record<string, string>> = {
  beige: 'beige',
  black: '#1b1b1b',
  blue: '#2b5fa8',
  brown: '#6b4529',
  charcoal: '#3c4043',
  copper: '#b4683c',
  cream: '#f4ead2',
  gold: '#c9a14a',
  gray: 'gray',
  green: '#3d7a4a',
  grey: 'gray',
  indigo: '#2d3a6b',
  ivory: 'ivory',
  madder: '#a3342c',
  marigold: '#eda024',
  maroon: 'maroon',
  mustard: '#cf9a26',
  natural: '#e3d3b4',
  navy: 'navy',
  olive: 'olive',
  orange: '#e07b2a',
  pink: '#e79bb0',
  purple: 'purple',
  red: '#b82a2a',
  rose: '#d0798a',
  rust: '#a54d26',
  sage: '#9cab8b',
  sand: '#d9c6a0',
  silver: 'silver',
  slate: '#5c6b78',
  tan: 'tan',
  teal: 'teal',
  terracotta: '#c0623f',
  white: 'white',
  yellow: '#efcb3b',
};

/** Returns the CSS colour of a colour's name, or undefined when the name is not known. */
export function getSwatch(name: string): string | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(swatches, key) ? swatches[key] : undefined;
}

/**
 * Returns the colour that a picture shows. When all pictures with a colour show the same one, the other pictures show it too.
 *
 * @param url URL of the picture in view.
 * @returns Undefined when the colour is not known, or when the picture shows several.
 */
export function getShownColor({ colorImages = [] }: Pick<Product, 'colorImages'>, url?: string): string | undefined {
  const inPicture = colorImages.filter((image) => image.url === url);
  const [shown, another] = inPicture.length > 0 ? inPicture : colorImages;
  return another ? undefined : shown?.color;
}
