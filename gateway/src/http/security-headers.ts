import { createHash } from 'node:crypto';
import type { RenderedDocument } from '@shop/remote-contract/shell-build';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Where development servers of remotes and their hot-reload sockets are. */
const developmentSources = 'http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*';

/**
 * The policy of a document. Scripts run from our own files or by the hash of an inline one; styles may be inline, since
 * Emotion writes them so; pictures may come from anywhere, since a merchant's catalogue does; forms may be posted to any
 * https address, since payment providers are many (the payment screen checks each target).
 */
export function contentSecurityPolicy({ inlineScripts, apiOrigin }: RenderedDocument, isDevelopment: boolean): string {
  const development = isDevelopment ? ` ${developmentSources}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts.map(sha256).join(' ')}${development}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    'img-src * data: blob:',
    `font-src 'self' data:${development}`,
    `connect-src 'self' ${apiOrigin}${development}`,
    "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of every answer. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
