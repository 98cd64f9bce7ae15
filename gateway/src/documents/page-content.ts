import { createContentSecurityPolicy, documentHeaders } from '../http/security-headers';
import type { ActiveOverride } from '../overrides/overrides';
import type { PageContent } from '../page-cache/cached-page';
import type { GatewaySettings } from '../settings';
import { insertBanner } from './banner';
import type { Answer } from './render-answer';
import { getRobotsTag } from './robots-tag';

export interface PageContentOptions extends Pick<GatewaySettings, 'paymentOrigins' | 'imageOrigins'> {
  /** Deployment environment. */
  env: string;
  isPreview: boolean;
  /** Set for a document in which one remote comes from the visitor's machine. */
  override?: Pick<ActiveOverride, 'origin' | 'banner'> | null;
  hasQuery: boolean;
}

/** Creates the response to a request for a page, without what belongs to one visitor. */
export function createPageContent(
  answer: Answer,
  { env, isPreview, override, hasQuery, ...origins }: PageContentOptions,
): PageContent {
  const { isRenderFailure, failedFillers = [] } = answer;
  if (answer.kind === 'redirect') {
    return { status: 301, html: '', headers: { location: answer.location }, hasQuery, isRenderFailure };
  }
  const { document, isFallback } = answer;
  const robots = getRobotsTag(isPreview || Boolean(override) || document.isPrivate === true, env);
  return {
    status: document.status,
    html: override ? insertBanner(document.html, override.banner) : document.html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': createContentSecurityPolicy(document, {
        ...origins,
        isDevelopment: env === 'development',
        overrideOrigin: override?.origin,
      }),
      ...documentHeaders,
      ...(robots ? { 'x-robots-tag': robots } : {}),
    },
    hasQuery,
    isFallback,
    isClientRendered: answer.notRendered !== null,
    isRenderFailure,
    failedFillers,
  };
}
