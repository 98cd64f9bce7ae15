import { useSettings } from '@shop/settings/use-settings';

export interface DocumentHeadProps {
  /** Title of the screen, without the store's name. */
  title: string;
  /** Appended to the title after a dash, when known. */
  storeName?: string;
  /** One or two sentences for search results and shared links. */
  description?: string;
  /** Path and query that this page is found under, however it was reached: `/products?category=cookware`. */
  canonical?: string;
  /** Address of a picture for shared links, on another host or a path of ours. */
  image?: string;
  /** What a shared link shows. Default: website. */
  kind?: 'website' | 'product';
  /** Keeps the page out of search engines. */
  isPrivate?: boolean;
}

/** Absolute address of a path of the shop; nothing while the shop's own address is unknown, or when it is no address. */
export function absoluteUrl(path: string, publicUrl: string | undefined): string | undefined {
  return publicUrl && URL.canParse(path, publicUrl) ? new URL(path, publicUrl).href : undefined;
}

/**
 * Title and meta data of a screen, for search engines and shared links (Open Graph); React moves them into the document's
 * head, and takes them away with the screen.
 */
export function DocumentHead(props: DocumentHeadProps) {
  const { title, storeName, description, canonical, image, kind = 'website', isPrivate } = props;
  const { publicUrl } = useSettings();
  const full = storeName ? `${title} – ${storeName}` : title;
  const address = canonical && !isPrivate ? absoluteUrl(canonical, publicUrl) : undefined;
  const picture = image && absoluteUrl(image, publicUrl);
  return (
    <>
      <title>{full}</title>
      {isPrivate && <meta name="robots" content="noindex" />}
      {description && <meta name="description" content={description} />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:type" content={kind} />
      <meta property="og:locale" content="en_IN" />
      <meta property="og:title" content={full} />
      {storeName && <meta property="og:site_name" content={storeName} />}
      {description && <meta property="og:description" content={description} />}
      {address && <meta property="og:url" content={address} />}
      {picture && <meta property="og:image" content={picture} />}
    </>
  );
}
