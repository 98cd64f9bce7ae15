import type { Product } from '@shop/api-contract/decoders/product';

/** The size of what comes in one. Specification 4 "Product page". */
export const oneSize = 'One Size';

export const hasOneSizeOnly = ({ sizes }: Pick<Product, 'sizes'>) => sizes.length === 1 && sizes[0] === oneSize;

/** What the size picker is called. Specification 2 "Product detail page": the rules, in their order. */
export function sizeLabel({ category, description, sizes }: Pick<Product, 'category' | 'description' | 'sizes'>) {
  if (/footwear|shoes/i.test(category) || /shoe/i.test(description)) return 'Shoe Size';
  return hasOneSizeOnly({ sizes }) ? 'Size' : 'Clothing Size';
}
