import type { PageRequest } from '@shop/remote-contract/shell-build';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import { inSpan } from '@shop/server-runtime/request-scope';
import type { GatewayLoad } from '../overload/load-level';
import { OverloadedError } from '../overload/send-busy-response';
import type { PageContent } from '../page-cache/cached-page';
import type { PublicHost } from '../page-cache/public-host';
import { notRendered, type RenderPage } from '../page-rendering/page-result';
import type { DocumentOptions } from './document-options';
import { createPageContent } from './page-content';
import { renderAnswer } from './render-answer';
import type { Selection } from './select-composition';

/** A page that a visitor requests. */
export interface RequestedPage extends PublicHost {
  selection: Selection;
  /** Name of the app that shows the page. */
  app: string;
  pathname: string;
  /** Normalized query; null when the server renders no content for it. */
  search: string | null;
  /** What the document tells its page for telemetry. Absent where nothing is recorded. */
  tag?: TelemetryTag | undefined;
}

/** Receives whether the composition failed to render a page. Null: the response says nothing about that. */
export type RecordRender = (isFailure: boolean | null, failedFillers?: readonly string[]) => void;

/** @throws {OverloadedError} When the gateway has too much work to render a page. */
export type RenderPageContent = (page: RequestedPage, record: RecordRender) => Promise<PageContent>;

type RenderOptions = Pick<DocumentOptions, 'settings' | 'getLoad' | 'metrics' | 'firstScript'>;

/** Stands in for the pool of a busy gateway. It counts as no failure of the composition. */
const shedPage: RenderPage = async () => notRendered('gateway', 'the gateway is busy');

const noLoad: GatewayLoad = { isBusy: false, isOverloaded: false, isFull: false };

/** Creates the function that renders the pages of a gateway, measures them, and records failures of their composition. */
export function createRenderPageContent(options: RenderOptions): RenderPageContent {
  const { settings, getLoad = () => noLoad, metrics } = options;
  const { paymentOrigins, imageOrigins } = settings;
  return async (page, record) => {
    const load = getLoad();
    if (load.isOverloaded) throw new OverloadedError();
    const { selection, app, search } = page;
    const { composition: live, preview, override } = selection;
    const renderPage = load.isBusy && live.pages ? shedPage : live.pages?.renderPage;
    try {
      const startedAt = performance.now();
      const answer = await inSpan('render', { attributes: { 'shop.app': app } }, () =>
        renderAnswer(live, createPageRequest(page, options), search === null ? undefined : renderPage),
      );
      const cause = answer.kind === 'document' ? answer.notRendered : null;
      metrics?.recordRender(app, cause, (performance.now() - startedAt) / 1000);
      record(answer.isRenderFailure, answer.failedFillers);
      return createPageContent(answer, {
        env: override?.env ?? live.composition.env,
        isPreview: preview !== null,
        override,
        hasQuery: search !== '',
        paymentOrigins,
        imageOrigins,
      });
    } catch (error) {
      record(true);
      throw error;
    }
  };
}

function createPageRequest(
  { selection: { composition, preview }, pathname, search, hostname, publicUrl, tag }: RequestedPage,
  { settings, firstScript }: RenderOptions,
): PageRequest {
  return {
    composition: composition.composition,
    pathname,
    search: search ?? '',
    hostname,
    ...(firstScript ? { firstScript } : {}),
    ...(preview ? { preview: { expiresAt: preview.expiresAt } } : {}),
    ...(tag ? { health: tag } : {}),
    settings: {
      orderAmounts: settings.orderAmounts,
      publicUrl,
      ...(settings.publicApiBase ? { apiBase: settings.publicApiBase } : {}),
    },
  };
}
