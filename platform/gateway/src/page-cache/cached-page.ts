import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

/** A response to a request for a page, before it is compressed. It is the same for every visitor of one canary group. */
export interface PageContent {
  status: 200 | 301 | 404;
  /** The document; empty for a redirect. */
  html: string;
  /** Headers without `cache-control`, `etag` and `vary`. No header of one visitor, such as `set-cookie`. */
  headers: Readonly<Record<string, string>>;
  /** True for a page that clients can invent without limit. These have their own share of the cache. */
  isInventable: boolean;
  /** True for the document that stands in for a page that could not be rendered now. */
  isFallback: boolean;
  /** True for a document without content. */
  isClientRendered: boolean;
  /** True when the composition failed to render the page. Null when the response says nothing about that. */
  isRenderFailure: boolean | null;
  /** False for a page that lacks its content because of the load: the canary analysis leaves it out. */
  isCompared: boolean;
  /** Releases whose fillers of slots are missing in the page. */
  failedFillers: readonly string[];
}

/** A response in compressed form. It never changes. */
export interface CachedPage extends Readonly<Omit<PageContent, 'html'>> {
  /** Hash of the document. `ETag` adds the encoding. */
  readonly digest: string;
  readonly brotli: Buffer;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** Compresses a page in a millisecond or two. The best quality takes a hundred and makes it a tenth smaller. */
const brotliQuality = 5;

export async function createCachedPage({ html, ...page }: PageContent): Promise<CachedPage> {
  const bytes = Buffer.from(html);
  const compressed = await compressBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
  });
  // zlib returns a part of its output memory of 16 KB or more. A copy keeps no more memory than the cache counts.
  const brotli = Buffer.alloc(compressed.length, compressed);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { ...page, digest, brotli };
}

/** Returns the document in an encoding. Few clients need another one than brotli, so the cache stores no other. */
export async function getBody({ brotli }: CachedPage, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli;
  const html = await decompressBrotli(brotli);
  return encoding === 'gzip' ? compressGzip(html) : html;
}
