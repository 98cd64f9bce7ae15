import type { Product } from '@shop/api-contract/decoders/product';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';

/** Descriptions for search engines, in the words of https://schema.org. URLs are absolute when the origin of the shop is known. */
type SchemaOrg = Readonly<Record<string, unknown>>;

/** A page on the path to the current one. */
export interface Breadcrumb {
  name: string;
  /** Path and query of the page. */
  path: string;
}

/** Describes the path to a page, which starts at home. The last step is the page itself. */
export function createBreadcrumbJsonLd(steps: readonly Breadcrumb[], publicUrl: string | undefined): SchemaOrg {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: urls.home() }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(path, publicUrl),
    })),
  };
}

/** Describes the company, with the details that store information has. */
export function createOrganizationJsonLd(info: StoreInfo, publicUrl: string | undefined): SchemaOrg {
  const { storeName, companyName, companyAddress, companyPhone, companyEmail, companyLogoUrl, socialLinks } = info;
  const networks = Object.values(socialLinks);
  return {
    '@type': 'OnlineStore',
    name: storeName || companyName || undefined,
    legalName: companyName || undefined,
    url: absoluteUrl(urls.home(), publicUrl),
    logo: companyLogoUrl ? absoluteUrl(companyLogoUrl, publicUrl) : undefined,
    address: companyAddress || undefined,
    telephone: companyPhone || undefined,
    email: companyEmail || undefined,
    sameAs: networks.length > 0 ? networks : undefined,
  };
}

/** Describes the site. */
export function createWebSiteJsonLd({ storeName, companyName }: StoreInfo, publicUrl: string | undefined): SchemaOrg {
  return {
    '@type': 'WebSite',
    name: storeName || companyName || undefined,
    url: absoluteUrl(urls.home(), publicUrl),
    inLanguage: 'en-IN',
  };
}

/** Days of the built-in policies. Specification 2 "Policy pages". */
const maxDeliveryDays = 7;
const maxReturnDays = 7;

/**
 * Describes a product. The rating of the cards is decoration and is never part of the description. The catalogue holds
 * products that can be ordered, so an offer is in stock.
 *
 * @param info Store information; undefined until it has loaded. Without it the terms of delivery and return are unknown.
 * @see Interpretation "Inert controls"
 */
export function createProductJsonLd(
  product: Product,
  publicUrl: string | undefined,
  info: StoreInfo | undefined,
): SchemaOrg {
  const { id, name, description, category, price, image, images } = product;
  const addresses = images.length > 0 ? images.map(({ url }) => url) : [image].filter(Boolean);
  const pictures = addresses.map((address) => absoluteUrl(address, publicUrl) ?? address);
  const offer = {
    '@type': 'Offer',
    price,
    priceCurrency: 'INR',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    url: absoluteUrl(urls.product(id), publicUrl),
    seller: info?.storeName ? { '@type': 'Organization', name: info.storeName } : undefined,
    shippingDetails: info && describeShipping(info),
    hasMerchantReturnPolicy: info && describeReturns(info, publicUrl),
  };
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

/** Shipping is free in every shop. The time of delivery is known for shops without a shipping policy of their own. */
function describeShipping({ ownPolicies }: StoreInfo): SchemaOrg {
  const workingDays = { '@type': 'QuantitativeValue', minValue: 0, maxValue: maxDeliveryDays, unitCode: 'DAY' };
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: ownPolicies.includes('shipping')
      ? undefined
      : { '@type': 'ShippingDeliveryTime', transitTime: workingDays },
  };
}

/** The terms of return are known for shops without a return policy of their own. */
function describeReturns({ ownPolicies }: StoreInfo, publicUrl: string | undefined): SchemaOrg | undefined {
  if (ownPolicies.includes('return')) return undefined;
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: maxReturnDays,
    merchantReturnLink: absoluteUrl(urls.policy('return'), publicUrl),
  };
}
