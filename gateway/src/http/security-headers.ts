import { createHash } from 'node:crypto';
import type { RenderedDocument } from '@shop/remote-contract/shell-build';

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Addresses of the remotes' development servers and of their hot-reload sockets. */
const developmentSources = 'http://127.0.0.1:* ws://127.0.0.1:* http://localhost:* ws://localhost:*';

/**
 * Creates the content security policy of a document.
 * - Scripts run from the shop's own files or, inline, by their hash.
 * - Styles may be inline, because Emotion writes inline styles.
 * - Images may come from any host, because a merchant's catalogue does.
 * - Forms may post to any https address, because payment providers are many; the payment screen checks each target.
 *
 * @param isDevelopment Adds development servers and `eval`, which hot reload needs.
 */
export function createContentSecurityPolicy(
  { inlineScripts, apiOrigin }: Pick<RenderedDocument, 'inlineScripts' | 'apiOrigin'>,
  isDevelopment: boolean,
): string {
  const development = isDevelopment ? ` ${developmentSources}` : '';
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts.map(hashSource).join(' ')}${development}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'${development}`,
    'img-src * data: blob:',
    `font-src 'self' data:${development}`,
    `connect-src 'self' ${apiOrigin}${development}`,
    "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of every response. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
