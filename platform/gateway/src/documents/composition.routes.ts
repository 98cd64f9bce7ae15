import { shellContractPath } from '@shop/releases/release/shell-contract';
import type { EntryFile, PreloadFile } from '@shop/remote-contract/composition';
import { sourceLanguage } from '@shop/remote-contract/languages';
import type { FastifyInstance } from 'fastify';
import type { LiveComposition } from '../composition/load-composition';
import { sendPlainText } from '../http/error-responses';
import type { DocumentOptions } from './document-options';
import { findPage } from './find-page';
import type { SelectComposition } from './select-composition';

const noShellMessage = 'No published shell is live.';

/** Adds the routes that tell which composition a visitor gets, and what the live shell offers to remotes. */
export function registerCompositionRoutes(
  app: FastifyInstance,
  { current, select }: Pick<DocumentOptions, 'current'> & { select: SelectComposition },
): void {
  // An open tab polls this route to find out whether a newer composition is live. The service worker asks for the files of a page.
  app.get<{ Querystring: { page?: unknown } }>('/-/composition', async (request, reply) => {
    const selection = await select(request);
    const { page } = request.query;
    return reply
      .code(selection ? 200 : 503)
      .header('cache-control', 'private, no-store')
      .send({
        seq: selection?.composition.composition.seq ?? null,
        ...(selection && typeof page === 'string' && { files: listPageFiles(selection.composition, page) }),
      });
  });

  // Teams compare a build with it before they publish: `expectFits` of @shop/release.
  app.get(shellContractPath, async (_request, reply) => {
    const contract = (await current())?.shellContract;
    void reply.header('cache-control', 'no-cache');
    return contract ? reply.send(contract) : sendPlainText(reply, 503, noShellMessage);
  });
}

/** Lists the scripts, style sheets and texts of a page: those of its first view and those that it may load later. */
function listPageFiles({ composition, renderer, laterFiles = {} }: LiveComposition, pathname: string): PreloadFile[] {
  const { match, language } = findPage(composition, pathname, '');
  const { shell } = composition;
  const toFile = (base: string, { path, integrity }: EntryFile) => ({ url: base + path, integrity });
  const worker = `/${renderer.wellKnown?.serviceWorker}`;
  const isLater = ({ url }: PreloadFile) =>
    !url.endsWith(worker) &&
    (!url.endsWith('.json') || (language !== sourceLanguage && url.endsWith(`.${language}.json`)));
  const pageFiles = [
    toFile(shell.base, shell.entry),
    ...(shell.styles ?? []),
    ...(match
      ? [toFile(match.remote.base, match.remote.entry), ...(match.path.preloads ?? []), ...(match.path.styles ?? [])]
      : []),
    ...[shell.name, match?.remote.name ?? ''].flatMap((name) => laterFiles[name] ?? []).filter(isLater),
  ];
  return [...new Map(pageFiles.map((file) => [file.url, file])).values()];
}
