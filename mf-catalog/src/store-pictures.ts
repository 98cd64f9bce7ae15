import type { PictureProps } from '@shop/ui/picture';
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
import product from './drawings/product-fallback.svg';
import specialtyCookware from './drawings/specialty-cookware.svg';
import women from './drawings/women.svg';

/** The shop's own pictures, all named here. Products bring theirs from the API. */

type StorePicture = PictureProps['picture'];

/** Category pictures are 4:5. */
const portrait = (url: string): StorePicture => ({ url, width: 960, height: 1200 });

/** Specification 2 "Home page", and the tiles of `/products`. Keys are lower case. */
const categoryPictures = new Map<string, StorePicture>([
  ['cookware', portrait(cookware)],
  ['kitchen storage and containers', portrait(kitchenStorage)],
  ['kitchen tools', portrait(kitchenTools)],
  ['specialty cookware', portrait(specialtyCookware)],
  ['cooking utensils', portrait(cookingUtensils)],
  ['kitchen appliances', portrait(kitchenAppliances)],
  ['men', portrait(men)],
  ['women', portrait(women)],
  ['accessories', portrait(accessories)],
]);

/** Stands in for the picture of a category that has none, or whose picture is broken. */
export const categoryFallback = fallback;

/** The picture of a category, by its name in any case; any other category has the fallback. */
export function categoryPicture(name: string): StorePicture {
  return categoryPictures.get(name.trim().toLowerCase()) ?? portrait(categoryFallback);
}

/** Stands in for a product's picture that is missing or broken. Specification 2 "Product card". */
export const productFallback = product;

/** The picture above the fold of home: a landscape one from 768 px, a squarer one on phones. */
export const heroPicture = {
  landscape: { url: hero, width: 1600, height: 728 },
  portrait: { url: heroPortrait, width: 960, height: 960 },
};
