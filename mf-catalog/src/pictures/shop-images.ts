import { translatedCategories } from '@shop/store-info/categories';
import type { PictureProps } from '@shop/ui/picture';
import type { PictureSource } from '@shop/ui/preload-picture';
import fallback from './drawings/category-fallback.svg';

/** The pictures of the shop itself. Pictures of products come from the API. */

type ShopImage = Required<Pick<PictureProps['picture'], 'url' | 'width' | 'height' | 'sources'>>;

/** Sizes in pixels. They reserve the space of a picture before it loads. */
const categorySize = { width: 960, height: 1200 };
const landscapeSize = { width: 1600, height: 728 };
const portraitSize = { width: 960, height: 960 };

/** Phones show categories 3:2, as an excerpt of the picture. mobileBreakpoint of @shop/ui/tokens is 768 px. */
const phones = '(max-width: 767.95px)';

/** Address of the folder with all pictures: the build copies the files of `encoded/` to where it writes imported ones. */
const folder = fallback.slice(0, fallback.lastIndexOf('/') + 1);

/**
 * Browsers get AVIF. Safari before 16.4 cannot read AVIF and gets one JPEG per picture, so WebP would help no browser.
 *
 * @param name File name without width and extension. store-api/catalog/pictures/page-pictures.json lists the names.
 * @param widths Widths of the files, the smallest first.
 */
function getSource(name: string, ...widths: number[]): PictureSource {
  return { type: 'image/avif', srcset: widths.map((width) => `${folder}${name}-${width}.avif ${width}w`).join(', ') };
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
  const sources = [{ ...getSource(`${slug}-wide`, 720), media: phones }, getSource(slug, 480, 720)];
  return { url: `${folder}${slug}-720.jpg`, sources, ...categorySize };
}

/** The large picture of the home page: landscape from 768 px, square on phones. */
export const heroImage = {
  landscape: { url: `${folder}hero-960.jpg`, sources: [getSource('hero', 960, 1600)], ...landscapeSize },
  portrait: { url: `${folder}hero-portrait-672.jpg`, sources: [getSource('hero-portrait', 672, 960)], ...portraitSize },
};
