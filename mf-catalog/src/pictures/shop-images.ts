import type { PictureProps } from '@shop/ui/picture';
import { encodedPictures } from '#encoded-pictures';
import fallback from './drawings/category-fallback.svg';

/** The pictures of the shop itself. Pictures of products come from the API. */

type ShopImage = Required<Pick<PictureProps['picture'], 'url' | 'width' | 'height' | 'sources'>>;

/** Sizes in pixels. They reserve the space of a picture before it loads. */
const categorySize = { width: 960, height: 1200 };
const landscapeSize = { width: 1600, height: 728 };
const portraitSize = { width: 960, height: 960 };

/** Widths of the JPEG for browsers without AVIF, the preferred width first. */
const jpegWidths = [640, 960, 480];

/**
 * Returns a picture in every width that `encoded/` holds, or the fallback when `encoded/` does not hold the picture.
 *
 * @param name File name without width and extension. store-api/catalog/pictures/page-pictures.json lists the names.
 */
function getShopImage(name: string, size: typeof categorySize): ShopImage {
  const filePattern = new RegExp(`^${name}-(\\d+)\\.avif$`);
  const srcset = [...encodedPictures].flatMap(([file, url]) => {
    const width = filePattern.exec(file)?.[1];
    return width ? [`${url} ${width}w`] : [];
  });
  const jpeg = jpegWidths.map((width) => encodedPictures.get(`${name}-${width}.jpg`)).find(Boolean);
  return {
    url: jpeg ?? fallback,
    sources: srcset.length > 0 ? [{ type: 'image/avif', srcset: srcset.join(', ') }] : [],
    ...size,
  };
}

/** Slugs of the categories that have a picture. */
const categoriesWithPicture = new Set([
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

/** Replaces the picture of a category when it is missing or fails to load. */
export const categoryFallback = fallback;

/** Returns the 4:5 picture of a category by its name, in any case. Other categories get the fallback. Specification 2. */
export function getCategoryImage(name: string): ShopImage {
  const slug = name.trim().toLowerCase().replace(/\s+/g, '-');
  return categoriesWithPicture.has(slug)
    ? getShopImage(slug, categorySize)
    : { url: fallback, sources: [], ...categorySize };
}

/** The large picture of the home page: landscape from 768 px, square on phones. */
export const heroImage = {
  landscape: getShopImage('hero', landscapeSize),
  portrait: getShopImage('hero-portrait', portraitSize),
};
