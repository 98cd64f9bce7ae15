import type { Composition } from '@shop/remote-contract/composition';
import type { PageRequest, RenderedDocument, SlotFailure } from '@shop/remote-contract/shell-build';
import type { LiveComposition } from '../composition/load-composition';
import type { NotRenderedCause, RenderPage } from '../page-rendering/page-result';

/** What a request for a page is answered with. */
export type Answer = (
  | {
      kind: 'document';
      document: RenderedDocument;
      /** True when the page could not be rendered now. */
      isFallback: boolean;
      /** Why the document has no content. Null when it has it. */
      notRendered: NotRenderedCause | null;
    }
  /** `location` is a path of the shop with its query. */
  | { kind: 'redirect'; location: string }
) & {
  /** True when the composition failed to render the page, or a filler of it. Null when the answer says nothing about that. */
  isRenderFailure: boolean | null;
  /** Releases whose fillers of slots are missing in the page: `mf-reviews/1.0.0-4f3a…`. Absent without any. */
  failedFillers?: readonly string[];
};

/** Finds the releases of fillers. The names come from the code of the composition, so unknown ones are left out. */
const findReleases = ({ remotes }: Composition, failures: readonly SlotFailure[]): string[] =>
  failures.flatMap(({ app, version }) => {
    const remote = remotes.find((candidate) => candidate.name === app && candidate.version === version);
    return remote ? [`${app}/${version}-${remote.digest}`] : [];
  });

/**
 * Renders the page with its content. When that fails, renders the document without content, and the browser renders the page.
 *
 * @param renderPage Renders pages with their content. Undefined where browsers render all pages.
 * @throws {RenderFailedError} When the shell fails to render the document too.
 * @throws {RendererUnavailableError} When no process renders documents now.
 */
export async function renderAnswer(
  { shell, composition }: LiveComposition,
  request: PageRequest,
  renderPage: RenderPage | undefined,
): Promise<Answer> {
  const page = renderPage ? await renderPage(request) : null;
  if (page?.kind === 'redirect') return { ...page, isRenderFailure: false };
  if (page?.kind === 'page') {
    const failedFillers = findReleases(composition, page.slotFailures);
    const isRenderFailure = failedFillers.length > 0;
    return {
      ...{ kind: 'document', document: page.document, isFallback: false, notRendered: null, isRenderFailure },
      ...(isRenderFailure && { failedFillers }),
    };
  }
  const { search: _, ...documentRequest } = request;
  const document = await shell.renderDocument(documentRequest);
  const isFallback = page !== null && page.cause !== 'unsupported';
  const notRendered = page?.cause ?? 'unsupported';
  return {
    kind: 'document',
    document,
    isFallback,
    notRendered,
    isRenderFailure: page?.cause === 'composition' || null,
  };
}
