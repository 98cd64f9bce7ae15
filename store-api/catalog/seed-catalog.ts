import { accessories } from './products/accessories';
import { cookingUtensils } from './products/cooking-utensils';
import { cookware } from './products/cookware';
import { kitchenAppliances } from './products/kitchen-appliances';
import { kitchenStorage } from './products/kitchen-storage';
import { kitchenTools } from './products/kitchen-tools';
import { men } from './products/men';
import type { SeedCategory } from './products/seed-product';
import { specialtyCookware } from './products/specialty-cookware';
import { women } from './products/women';

/** Seed catalogue of the shop, with its categories in display order. */
export const seedCatalog: SeedCategory[] = [
  cookware,
  kitchenStorage,
  kitchenTools,
  specialtyCookware,
  cookingUtensils,
  kitchenAppliances,
  men,
  women,
  accessories,
];
