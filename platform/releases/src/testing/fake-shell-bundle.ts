import type { DocumentRequest, PageRequest, PageResources, RenderedPage } from '@shop/remote-contract/shell-build';

/** What the functions of a fake shell receive: the request, and the URL prefix of the shell's own release. */
export type FakeShellRequest = DocumentRequest & { base: string };

export interface FakeShellOptions<Data> {
  /** Values that the functions below need, as JSON. The functions are serialized, so they cannot use variables around them. */
  data?: Data;
  /** Renders the document. Default: an empty document. */
  html?: (request: FakeShellRequest, data: Data) => string;
  /** Chooses the status. Default: 200. */
  status?: (request: FakeShellRequest) => 200 | 404;
  /** Chooses the origin of the store API that the document declares. Default: `http://localhost:8044`. */
  apiOrigin?: (request: FakeShellRequest) => string;
  /** Inline scripts that the document declares. */
  inlineScripts?: readonly string[];
  /** Renders a page with its content. The function is serialized like the others. Default: the shell renders no pages. */
  renderPage?: (request: PageRequest, resources: PageResources) => Promise<RenderedPage>;
  /** Code of further exports, such as `exports.wellKnown = …`. */
  moreExports?: string;
}

/**
 * Creates the code of a Node bundle of a shell, for tests that serve documents without a real shell. The `server` option of
 * `writeFakeBuild` takes it.
 *
 * @example
 * const server = createFakeShellBundle({ html: ({ composition, pathname }) => `${composition.seq} ${pathname}` });
 * await publish(store, { appRoot: writeFakeBuild({ app: 'shell', server }), commit: '' });
 */
export function createFakeShellBundle<Data = undefined>(options: FakeShellOptions<Data> = {}): string {
  const { data, inlineScripts = [], renderPage, moreExports = '' } = options;
  const {
    html = () => '<!doctype html><title>Shop</title>',
    status = () => 200,
    apiOrigin = () => 'http://localhost:8044',
  } = options;
  return `
const data = ${JSON.stringify(data) ?? 'undefined'};
exports.provided = {};
exports.renderDocument = (documentRequest) => {
  const request = { ...documentRequest, base: require('@shop/release-base') };
  return {
    status: (${status.toString()})(request),
    html: (${html.toString()})(request, data),
    inlineScripts: ${JSON.stringify(inlineScripts)},
    apiOrigin: (${apiOrigin.toString()})(request),
  };
};
${renderPage ? `exports.renderPage = ${renderPage.toString()};` : ''}
${moreExports}`;
}
