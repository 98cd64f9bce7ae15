export interface DocumentHeadProps {
  /** Title of the screen, without the store's name. */
  title: string;
  /** Appended to the title after a dash, when known. */
  storeName?: string;
  /** One or two sentences for search results and shared links. */
  description?: string;
  /** Absolute address of this page for search engines. */
  canonical?: string;
  /** Absolute address of a picture for shared links. */
  image?: string;
  /** Keeps the page out of search engines. */
  isPrivate?: boolean;
}

/** Title and meta data of a screen; React moves them into the document's head, and takes them away with the screen. */
export function DocumentHead({ title, storeName, description, canonical, image, isPrivate }: DocumentHeadProps) {
  const full = storeName ? `${title} – ${storeName}` : title;
  return (
    <>
      <title>{full}</title>
      {isPrivate && <meta name="robots" content="noindex" />}
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      <meta property="og:title" content={full} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={canonical} />}
      {image && <meta property="og:image" content={image} />}
    </>
  );
}
