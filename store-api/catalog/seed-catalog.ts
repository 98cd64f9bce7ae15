import products from './products.json';

/** A product of the seed catalogue. Prices are in rupees. */
export interface SeedProduct {
  /** Part of image URLs and the source of the product's id. It never changes. */
  handle: string;
  title: string;
  description: string;
  /** Sub-category. */
  parentCategory: string;
  /** Attributes in addition to those of the category, or in place of them. */
  details?: Record<string, string>;
  price: number;
  /** Lower than `price`. */
  salePrice?: number;
  featured?: boolean;
  sizes?: string[];
  colors?: string[];
  /**
   * Those of several colours that photographs show: the first in the four views, each other one in a photograph after them.
   * Absent when the photographs show all of them together.
   */
  shownColors?: string[];
  gender?: 'Men' | 'Women' | 'Unisex';
  /** Date that determines the order of the product list. */
  addedOn: string;
  /** The product has no image, to show the placeholder. */
  withoutPicture?: boolean;
}

/** Number of photographs that show a product from several sides or near. */
export const viewCount = 4;

export interface SeedCategory {
  name: string;
  /** Attributes of all products of the category, by key. */
  details: Record<string, string>;
  products: SeedProduct[];
}

/** Seed catalogue of the shop, with its categories in display order. `Women` has several pages, to show pagination. */
export const seedCatalog = products as SeedCategory[];
