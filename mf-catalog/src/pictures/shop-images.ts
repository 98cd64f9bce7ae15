import { translatedCategories } from '@shop/store-info/categories';
import type { PictureProps } from '@shop/ui/picture';
import type { PictureSource } from '@shop/ui/preload-picture';
import { encodedPictures } from '#encoded-pictures';
import fallback from './drawings/category-fallback.svg';

/** The pictures of the shop itself. Pictures of products come from the API. */

type ShopImage = Required<Pick<PictureProps['picture'], 'url' | 'width' | 'height' | 'sources'>>;

/** Sizes in pixels. They reserve the space of a picture before it loads. */
const categorySize = { width: 960, height: 1200 };
const landscapeSize = { width: 1600, height: 728 };
const portraitSize = { width: 960, height: 960 };

/** Phones show categories 3:2, as an excerpt of the picture. mobileBreakpoint of @shop/ui/tokens is 768 px. */
const phones = '(max-width: 767.95px)';

/** Returns the AVIF files of a picture as one source, or none when `encoded/` does not hold the picture. */
function getSources(name: string): PictureSource[] {
  const filePattern = new RegExp(`^${name}-(\\d+)\\.avif$`);
  const files = [...encodedPictures].flatMap(([file, url]) => {
    const width = filePattern.exec(file)?.[1];
    return width ? [{ url, width: Number(width) }] : [];
  });
  const srcset = files.sort((a, b) => a.width - b.width).map(({ url, width }) => `${url} ${width}w`);
  return srcset.length > 0 ? [{ type: 'image/avif', srcset: srcset.join(', ') }] : [];
}

/**
 * Returns a picture in every width that `encoded/` holds, or the fallback when `encoded/` does not hold the picture.
 *
 * @param name File name without width and extension. store-api/catalog/pictures/page-pictures.json lists the names.
 */
function getShopImage(name: string, size: typeof categorySize): ShopImage {
  const jpegPattern = new RegExp(`^${name}-\\d+\\.jpg$`);
  const jpeg = [...encodedPictures].find(([file]) => jpegPattern.test(file))?.[1];
  return { url: jpeg ?? fallback, sources: getSources(name), ...size };
}

/** Slugs of the categories that have a picture. */
const categoriesWithPicture = new Set(translatedCategories.map((name) => name.toLowerCase().replaceAll(' ', '-')));

/** Replaces the picture of a category when it is missing or fails to load. */
export const categoryFallback = fallback;

/**
 * Returns the 4:5 picture of a category by its name, in any case, with its excerpt for phones. Other categories get the
 * fallback. Specification 2.
 */
export function getCategoryImage(name: string): ShopImage {
  const slug = name.trim().toLowerCase().replace(/\s+/g, '-');
  if (!categoriesWithPicture.has(slug)) return { url: fallback, sources: [], ...categorySize };
  const wide = getSources(`${slug}-wide`).map((source) => ({ ...source, media: phones }));
  const image = getShopImage(slug, categorySize);
  return { ...image, sources: [...wide, ...image.sources] };
}

/** The large picture of the home page: landscape from 768 px, square on phones. */
export const heroImage = {
  landscape: getShopImage('hero', landscapeSize),
  portrait: getShopImage('hero-portrait', portraitSize),
};
