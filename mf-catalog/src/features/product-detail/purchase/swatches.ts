import type { Product } from '@shop/api-contract/decoders/product';

/** CSS colours of the English names of colours that shops use, in lower case. */
const swatches: Readonly<Record<string, string>> = {
  beige: 'beige',
  black: '#222',
  blue: '#36a',
  brown: '#642',
  charcoal: '#444',
  copper: '#b63',
  cream: '#fed',
  gold: '#c94',
  gray: 'gray',
  green: '#474',
  grey: 'gray',
  indigo: '#336',
  ivory: 'ivory',
  madder: '#a33',
  marigold: '#e92',
  maroon: 'maroon',
  mustard: '#c92',
  natural: '#dcb',
  navy: 'navy',
  olive: 'olive',
  orange: '#d72',
  pink: '#e9a',
  purple: 'purple',
  red: '#b22',
  rose: '#c78',
  rust: '#a52',
  sage: '#9a8',
  sand: '#dc9',
  silver: 'silver',
  slate: '#567',
  tan: 'tan',
  teal: 'teal',
  terracotta: '#c63',
  white: 'white',
  yellow: '#ec3',
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
