import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';

type SchemaOrg = Readonly<Record<string, unknown>>;

/**
 * The product for search engines. Never its rating: that is decoration. Interpretation "Inert controls".
 *
 * @param publicUrl The shop's own address, which every address in the description begins with.
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
    // A product without a price is shown with 0: that is no offer.
    offers: price > 0 ? offer : undefined,
  };
}

/** Where the product stands in the shop. @param publicUrl As for `createProductJsonLd`. */
export function createBreadcrumbJsonLd({ id, name, category }: Product, publicUrl: string | undefined): SchemaOrg {
  const steps = [
    { name: 'Home', path: urls.home() },
    ...(category ? [{ name: category, path: urls.productList({ category: category.toLowerCase() }) }] : []),
    { name, path: urls.product(id) },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: step.name,
      item: absoluteUrl(step.path, publicUrl),
    })),
  };
}
