import { useTexts } from '@shop/language/texts';
import { localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import { useSettings } from '@shop/settings/use-settings';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import brandPicture from './brand-picture.png';

/** Pixels of the brand picture, which `shell/icons.mjs` draws. */
const brandSize = { width: 1200, height: 630 };

/** Formats that services which show shared links cannot read. */
const unshownFormats = /\.(svg|avif)$/i;

export interface DocumentHeadProps {
  /** Title of the screen, without the shop's name. */
  title: string;
  /** Name of the shop. The title ends with it, after a dash. Default: the name in store information. */
  storeName?: string;
  /** One or two sentences for search results and shared links. Default: the description in store information. */
  description?: string;
  /** Canonical path and query of the page, without its language: `/products?category=cookware`. */
  canonical?: string;
  /**
   * Picture for shared links: a URL on another host, or a path of the shop. Default, also for a format that services do not show: the
   * picture of the brand.
   */
  image?: string;
  /** Open Graph type. Default: website. */
  kind?: 'website' | 'product';
  /** Keeps the page out of search engines. */
  isPrivate?: boolean;
}

/**
 * Gives the absolute URL of a path of the shop.
 *
 * @param publicUrl Origin of the shop.
 * @returns `undefined` when the origin is unknown or the path is not a valid URL.
 * @example absoluteUrl('/product/7', 'https://shop.example') // 'https://shop.example/product/7'
 */
export function absoluteUrl(path: string, publicUrl: string | undefined): string | undefined {
  if (!publicUrl) return undefined;
  try {
    return new URL(path, publicUrl).href;
  } catch {
    return undefined;
  }
}

/**
 * Sets the title and the meta data of a screen, for search engines and shared links (Open Graph and Twitter card). React moves them into the
 * document's head and removes them with the screen.
 *
 * @example <DocumentHead title="Cart" isPrivate />
 */
export function DocumentHead(props: DocumentHeadProps) {
  const { info } = useStoreInfo();
  const { title, storeName = info?.storeName, description = info?.description } = props;
  const { canonical, image, kind = 'website', isPrivate } = props;
  const { publicUrl } = useSettings();
  const full = storeName ? `${title} – ${storeName}` : title;
  const { language, languages, locale } = useTexts();
  const getAddress = (code: string) =>
    canonical && !isPrivate ? absoluteUrl(localizePath(code, canonical), publicUrl) : undefined;
  const address = getAddress(language);
  const alternates = address && languages.length > 0 ? [sourceLanguage, ...languages] : [];
  const own = absoluteUrl(image ?? '', publicUrl);
  const picture =
    image && own && !unshownFormats.test(new URL(own).pathname) ? own : absoluteUrl(brandPicture, publicUrl);
  const size = picture === own ? undefined : brandSize;
  const facts = [
    ['robots', isPrivate && 'noindex'],
    ['description', description],
    ['og:type', kind],
    ['og:locale', locale.replace('-', '_')],
    ['og:title', full],
    ['og:site_name', storeName],
    ['og:description', description],
    ['og:url', address],
    ['og:image', picture],
    ['og:image:width', picture && size && String(size.width)],
    ['og:image:height', picture && size && String(size.height)],
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
    ['twitter:title', full],
    ['twitter:description', description],
    ['twitter:image', picture],
  ] as const;
  return (
    <>
      <title>{full}</title>
      {facts.map(
        ([name, content]) =>
          content && (
            <meta key={name} {...(name.startsWith('og:') ? { property: name } : { name })} content={content} />
          ),
      )}
      {address && <link rel="canonical" href={address} />}
      {alternates.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={getAddress(code)} />
      ))}
      {alternates.length > 0 && <link rel="alternate" hrefLang="x-default" href={getAddress(sourceLanguage)} />}
    </>
  );
}
