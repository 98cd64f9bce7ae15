import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';

type SchemaOrg = Readonly<Record<string, unknown>>;

/**
 * Describes a product for search engines. The rating of the cards is decoration and is never part of the description.
 *
 * @param publicUrl Origin of the shop, for absolute URLs. Without it URLs stay relative.
 * @see https://schema.org/Product; Interpretation "Inert controls"
 */
export function createProductJsonLd(product: Product, publicUrl: string | undefined): SchemaOrg {
  const { id, name, description, category, price, image, images } = product;
  const addresses = images.length > 0 ? images.map(({ url }) => url) : [image].filter(Boolean);
  const pictures = addresses.map((address) => absoluteUrl(address, publicUrl) ?? address);
  const offer = { '@type': 'Offer', price, priceCurrency: 'INR', url: absoluteUrl(urls.product(id), publicUrl) };
  return {
    '@type': 'Product',
    name,
    sku: id,
    description: description || undefined,
    category: category || undefined,
    image: pictures.length > 0 ? pictures : undefined,
    // A product without a price has the price 0, which is no offer.
    offers: price > 0 ? offer : undefined,
  };
}

/** Describes the path to a product for search engines: home, category, product. @see https://schema.org/BreadcrumbList */
export function createBreadcrumbJsonLd({ id, name, category }: Product, publicUrl: string | undefined): SchemaOrg {
  const steps = [
    { name: 'Home', path: urls.home() },
    ...(category ? [{ name: category, path: urls.productList({ category: category.toLowerCase() }) }] : []),
    { name, path: urls.product(id) },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: absoluteUrl(step.path, publicUrl),
    })),
  };
}
