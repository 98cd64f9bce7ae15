import { createHash } from 'node:crypto';
import type { RenderedDocument } from '@shop/remote-contract/shell-build';
import { LRUCache } from 'lru-cache';

/** Sources of inline scripts by their text. Most scripts are those of every page of a composition. */
const sources = new LRUCache<string, string>({
  maxSize: 1_000_000,
  sizeCalculation: (_source, script) => script.length + 1,
  memoMethod: (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
});

/** Path that browsers post reports about violations of the content security policy to. */
export const policyReportPath = '/-/policy-reports';
const reportingGroup = 'policy';

/** Every https address, and servers on the same machine. */
const anyPaymentOrigin = 'https: http://localhost:* http://127.0.0.1:*';

/** Addresses of the remotes' development servers and of their hot-reload sockets. */
const developmentSources = 'http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*';

export interface ContentSecurityOptions {
  /** Adds development servers and `eval`, which hot reload needs. */
  isDevelopment: boolean;
  /** Origins that forms may post to. Absent: every https address. */
  paymentOrigins?: readonly string[] | undefined;
  /** Origins of images. Absent: every host. */
  imageOrigins?: readonly string[] | undefined;
  /** Origins of the backends of the remotes that the page can show. */
  connectOrigins?: readonly string[];
}

/**
 * Creates the content security policy of a document.
 * - Scripts run from the shop's own files or, inline, by their hash.
 * - Styles may be inline, because Emotion writes inline styles.
 * - Strings become code only through the Trusted Types policies of the document. The fallback version of a remote creates the
 *   policy of its failed version again.
 * - Calls go to the shop, the store API, and the backends of the remotes that the page can show.
 * - Images come from the shop, the store API and `imageOrigins`. Without the setting they may come from any host, because a
 *   merchant's catalogue does.
 * - Forms post to the shop, the store API and `paymentOrigins`. Without the setting they may post to any https address, because
 *   payment providers are many; the payment screen checks each target.
 */
export function createContentSecurityPolicy(
  { inlineScripts, apiOrigin, trustedTypes }: Pick<RenderedDocument, 'inlineScripts' | 'apiOrigin' | 'trustedTypes'>,
  { isDevelopment, paymentOrigins, imageOrigins, connectOrigins = [] }: ContentSecurityOptions,
): string {
  const development = isDevelopment ? ` ${developmentSources}` : '';
  const hashes = inlineScripts.map((script) => sources.memo(script)).join(' ');
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes}${development}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'${development}`,
    `img-src ${imageOrigins ? ["'self'", apiOrigin, ...imageOrigins].join(' ') : '*'} data: blob:`,
    `font-src 'self' data:${development}`,
    `connect-src ${["'self'", apiOrigin, ...connectOrigins].join(' ')}${development}`,
    `form-action 'self' ${paymentOrigins ? [apiOrigin, ...paymentOrigins].join(' ') : anyPaymentOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(trustedTypes
      ? ["require-trusted-types-for 'script'", `trusted-types ${trustedTypes.join(' ')} 'allow-duplicates'`]
      : []),
    // Browsers with the Reporting API ignore `report-uri`.
    `report-uri ${policyReportPath}`,
    `report-to ${reportingGroup}`,
  ].join('; ');
}

/** Headers of a document besides its policy: where its violations are reported, and no reference to it for other windows. */
export const documentHeaders = {
  'reporting-endpoints': `${reportingGroup}="${policyReportPath}"`,
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Headers of every response to a shop that is served with TLS. A browser then requests the shop with TLS only, for a year.
 * RFC 6797.
 */
export const tlsHeaders = { 'strict-transport-security': 'max-age=31536000' };

/** Headers of every response. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
};
