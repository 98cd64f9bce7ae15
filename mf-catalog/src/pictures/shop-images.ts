import type { PictureProps } from '@shop/ui/picture';
import { encodedPictures } from '#encoded-pictures';
import fallback from './drawings/category-fallback.svg';

/** The shop's own pictures. Products bring theirs from the API. */

type ShopImage = Required<Pick<PictureProps['picture'], 'url' | 'width' | 'height' | 'sources'>>;

/** Pixels; the picture's place is kept by them before it comes. */
const categorySize = { width: 960, height: 1200 };
const landscapeSize = { width: 1600, height: 728 };
const portraitSize = { width: 960, height: 960 };

/** Widths of the one JPEG of a picture, the best first: for browsers that cannot read the rest. */
const plainWidths = [640, 960, 480];

/**
 * A picture by the name it has in `pictures/`, in every width that is there; the fallback until it has been made.
 *
 * @see store-api/catalog/pictures/page-pictures.json for the names
 */
function shopImage(name: string, size: typeof categorySize): ShopImage {
  const ownFile = new RegExp(`^${name}-(\\d+)\\.avif$`);
  const srcset = [...encodedPictures].flatMap(([file, url]) => {
    const width = ownFile.exec(file)?.[1];
    return width ? [`${url} ${width}w`] : [];
  });
  const plain = plainWidths.map((width) => encodedPictures.get(`${name}-${width}.jpg`)).find(Boolean);
  return {
    url: plain ?? fallback,
    sources: srcset.length > 0 ? [{ type: 'image/avif', srcset: srcset.join(', ') }] : [],
    ...size,
  };
}

/** Categories that have a picture of their own. */
const pictured = new Set([
  'cookware',
  'kitchen-storage-and-containers',
  'kitchen-tools',
  'specialty-cookware',
  'cooking-utensils',
  'kitchen-appliances',
  'men',
  'women',
  'accessories',
]);

/** Stands in for the picture of a category that has none, or whose picture is broken. */
export const categoryFallback = fallback;

/** The 4:5 picture of a category, by its name in any case; any other category has the fallback. Specification 2. */
export function categoryImage(name: string): ShopImage {
  const slug = name.trim().toLowerCase().replace(/\s+/g, '-');
  return pictured.has(slug) ? shopImage(slug, categorySize) : { url: fallback, sources: [], ...categorySize };
}

/** The picture above the fold of home: a landscape one from 768 px, a squarer one on phones. */
export const heroImage = {
  landscape: shopImage('hero', landscapeSize),
  portrait: shopImage('hero-portrait', portraitSize),
};
