import type { Product } from '@shop/api-contract/decoders/product';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { localizePath } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';
import type { SchemaOrg } from './schema-org';

/** Days of the built-in policies. Specification 2 "Policy pages". */
const maxDeliveryDays = 7;
const maxReturnDays = 7;

/**
 * Describes a product. The rating of the cards is decoration and is never part of the description. An offer has no availability,
 * because the store API does not tell the stock.
 *
 * @param info Store information; undefined until it has loaded. Without it the terms of delivery and return are unknown.
 * @param language Language of the page, whose links it contains.
 * @see Interpretation "Inert controls"
 */
export function createProductJsonLd(
  product: Product,
  publicUrl: string | undefined,
  info: StoreInfo | undefined,
  language: string,
): SchemaOrg {
  const getPageUrl = (path: string) => absoluteUrl(localizePath(language, path), publicUrl);
  const { id, name, description, category, price, image, images } = product;
  const addresses = images.length > 0 ? images.map(({ url }) => url) : [image].filter(Boolean);
  const pictures = addresses.map((address) => absoluteUrl(address, publicUrl) ?? address);
  const offer = {
    '@type': 'Offer',
    price,
    priceCurrency: 'INR',
    itemCondition: 'https://schema.org/NewCondition',
    url: getPageUrl(urls.product(id)),
    seller: info?.storeName ? { '@type': 'Organization', name: info.storeName } : undefined,
    shippingDetails: info && describeShipping(info),
    hasMerchantReturnPolicy: info && describeReturns(info, getPageUrl(urls.policy('return'))),
  };
  return {
    '@type': 'Product',
    name,
    sku: id,
    description: description || undefined,
    category: category || undefined,
    image: pictures.length > 0 ? pictures : undefined,
    // A product without a price has the price 0, which is not an offer.
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
function describeReturns({ ownPolicies }: StoreInfo, link: string | undefined): SchemaOrg | undefined {
  if (ownPolicies.includes('return')) return undefined;
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: maxReturnDays,
    merchantReturnLink: link,
  };
}
