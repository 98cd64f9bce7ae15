import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import type { Texts } from '@shop/language/texts';
import { localizePath } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';
import type { SchemaOrg } from './schema-org';

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

/** Describes the site in the language of the page. */
export function createWebSiteJsonLd(
  { storeName, companyName }: StoreInfo,
  publicUrl: string | undefined,
  { language, locale }: Pick<Texts, 'language' | 'locale'>,
): SchemaOrg {
  return {
    '@type': 'WebSite',
    name: storeName || companyName || undefined,
    url: absoluteUrl(localizePath(language, urls.home()), publicUrl),
    inLanguage: locale,
  };
}
