import type { Product } from '@shop/api-contract/decoders/product';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { localizePath } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';
import { getPolicyDays } from '../product/policy-days';
import type { SchemaOrg } from './schema-org';

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

/** Shipping is free in every shop. */
function describeShipping(info: StoreInfo): SchemaOrg {
  const days = getPolicyDays('shipping', info);
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'INR' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    deliveryTime: days && {
      '@type': 'ShippingDeliveryTime',
      transitTime: { '@type': 'QuantitativeValue', minValue: days.min, maxValue: days.max, unitCode: 'DAY' },
    },
  };
}

/** The terms of return are unknown in a shop with a return policy of its own. */
function describeReturns(info: StoreInfo, link: string | undefined): SchemaOrg | undefined {
  const days = getPolicyDays('return', info);
  if (!days) return undefined;
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: days.max,
    merchantReturnLink: link,
  };
}
