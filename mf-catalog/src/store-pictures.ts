import type { PictureProps } from '@shop/ui/picture';
import { encodedPictures } from '#encoded-pictures';
import accessories from './drawings/accessories.svg';
import cookingUtensils from './drawings/cooking-utensils.svg';
import cookware from './drawings/cookware.svg';
import fallback from './drawings/fallback.svg';
import hero from './drawings/hero.svg';
import heroPortrait from './drawings/hero-portrait.svg';
import kitchenAppliances from './drawings/kitchen-appliances.svg';
import kitchenStorage from './drawings/kitchen-storage-and-containers.svg';
import kitchenTools from './drawings/kitchen-tools.svg';
import men from './drawings/men.svg';
import specialtyCookware from './drawings/specialty-cookware.svg';
import women from './drawings/women.svg';

/** The shop's own pictures. Products bring theirs from the API. */

type StorePicture = Required<Pick<PictureProps['picture'], 'url' | 'width' | 'height' | 'sources'>>;

/** Pixels; the picture's place is kept by them before it comes. */
const categorySize = { width: 960, height: 1200 };
const landscapeSize = { width: 1600, height: 728 };
const portraitSize = { width: 960, height: 960 };

/**
 * A picture by the name it has in `pictures/`, in every width that is there; its drawing until it has been made.
 *
 * @see store-api/catalog/pictures/page-pictures.json for the names
 */
function storePicture(name: string, drawing: string, size: typeof categorySize): StorePicture {
  const ownFile = new RegExp(`^${name}-(\\d+)\\.avif$`);
  const srcset = [...encodedPictures].flatMap(([file, url]) => {
    const width = ownFile.exec(file)?.[1];
    return width ? [`${url} ${width}w`] : [];
  });
  return {
    url: encodedPictures.get(`${name}-640.jpg`) ?? encodedPictures.get(`${name}-960.jpg`) ?? drawing,
    sources: srcset.length > 0 ? [{ type: 'image/avif', srcset: srcset.join(', ') }] : [],
    ...size,
  };
}

const drawings = new Map([
  ['cookware', cookware],
  ['kitchen-storage-and-containers', kitchenStorage],
  ['kitchen-tools', kitchenTools],
  ['specialty-cookware', specialtyCookware],
  ['cooking-utensils', cookingUtensils],
  ['kitchen-appliances', kitchenAppliances],
  ['men', men],
  ['women', women],
  ['accessories', accessories],
]);

/** Stands in for the picture of a category that has none, or whose picture is broken. */
export const categoryFallback = fallback;

/** The 4:5 picture of a category, by its name in any case; any other category has the fallback. Specification 2. */
export function categoryPicture(name: string): StorePicture {
  const slug = name.trim().toLowerCase().replace(/\s+/g, '-');
  const drawing = drawings.get(slug);
  return drawing ? storePicture(slug, drawing, categorySize) : { url: fallback, sources: [], ...categorySize };
}

/** The picture above the fold of home: a landscape one from 768 px, a squarer one on phones. */
export const heroPicture = {
  landscape: storePicture('hero', hero, landscapeSize),
  portrait: storePicture('hero-portrait', heroPortrait, portraitSize),
};
