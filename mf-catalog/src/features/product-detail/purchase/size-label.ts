import type { Product } from '@shop/api-contract/decoders/product';

/** The size of products that have one size only. Specification 4 "Product page". */
export const oneSize = 'One Size';

export const hasOneSizeOnly = ({ sizes }: Pick<Product, 'sizes'>) => sizes.length === 1 && sizes[0] === oneSize;

/** Returns the label of the size picker. The rules apply in this order. Specification 2 "Product detail page". */
export function getSizeLabel({ category, description, sizes }: Pick<Product, 'category' | 'description' | 'sizes'>) {
  if (/footwear|shoes/i.test(category) || /shoe/i.test(description)) return 'Shoe Size';
  return hasOneSizeOnly({ sizes }) ? 'Size' : 'Clothing Size';
}
