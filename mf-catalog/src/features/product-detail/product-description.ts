import type { Product } from '@shop/api-contract/reading/product';
import { urls } from '@shop/remote-contract/urls';

type SchemaOrg = Readonly<Record<string, unknown>>;

/** The product for search engines. Never its rating: that is decoration. Readings "Inert by specification". */
export function describeProduct({ id, name, description, category, price, image, images }: Product): SchemaOrg {
  const pictures = images.length > 0 ? images.map(({ url }) => url) : [image].filter(Boolean);
  return {
    '@type': 'Product',
    name,
    sku: id,
    description: description || undefined,
    category: category || undefined,
    image: pictures.length > 0 ? pictures : undefined,
    offers: { '@type': 'Offer', price, priceCurrency: 'INR', url: urls.product(id) },
  };
}

/** Where the product stands in the shop. */
export function describePath({ id, name, category }: Product): SchemaOrg {
  const steps = [
    { name: 'Home', item: urls.home() },
    ...(category ? [{ name: category, item: urls.productList({ category: category.toLowerCase() }) }] : []),
    { name, item: urls.product(id) },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  };
}
