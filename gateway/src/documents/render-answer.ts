import type { PageRequest, RenderedDocument } from '@shop/remote-contract/shell-build';
import type { LiveComposition } from '../composition/load-composition';
import type { RenderPage } from '../page-rendering/page-result';

/** What a request for a page is answered with. */
export type Answer = (
  | {
      kind: 'document';
      document: RenderedDocument;
      /** True when the page could not be rendered now. */
      isFallback: boolean;
    }
  /** `location` is a path of the shop with its query. */
  | { kind: 'redirect'; location: string }
) & {
  /** True when the composition failed to render the page. Null when the answer says nothing about that. */
  isRenderFailure: boolean | null;
};

/**
 * Renders the page with its content. When that fails, renders the document without content, and the browser renders the page.
 *
 * @param renderPage Renders pages with their content. Undefined where browsers render all pages.
 * @throws {RenderFailedError} When the shell fails to render the document too.
 * @throws {RendererUnavailableError} When no process renders documents now.
 */
export async function renderAnswer(
  { shell }: LiveComposition,
  request: PageRequest,
  renderPage: RenderPage | undefined,
): Promise<Answer> {
  const page = renderPage ? await renderPage(request) : null;
  if (page?.kind === 'redirect') return { ...page, isRenderFailure: false };
  if (page?.kind === 'page') {
    return { kind: 'document', document: page.document, isFallback: false, isRenderFailure: false };
  }
  const { search: _, ...documentRequest } = request;
  const document = await shell.renderDocument(documentRequest);
  const isFallback = page !== null && page.cause !== 'unsupported';
  return { kind: 'document', document, isFallback, isRenderFailure: page?.cause === 'composition' || null };
}
