/** A product of the catalogue the shop starts with. Prices in rupees. */
export interface SeedProduct {
  /** Names the product in URLs of pictures and makes its id; it never changes. */
  handle: string;
  title: string;
  description: string;
  /** The sub-category. */
  parentCategory: string;
  price: number;
  /** Rupees, below `price`. */
  salePrice?: number;
  featured?: boolean;
  sizes?: string[];
  colors?: string[];
  gender?: 'Men' | 'Women' | 'Unisex';
  /** The day it came into the shop, fixed so that lists keep their order. */
  addedOn: string;
  /** No picture at all, as happens before a photographer has been. */
  withoutPicture?: boolean;
}

export interface SeedCategory {
  name: string;
  products: SeedProduct[];
}
