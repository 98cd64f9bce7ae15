import { shellContractPath } from '@shop/releases/release/shell-contract';
import type { FastifyInstance } from 'fastify';
import { sendPlainText } from '../http/error-responses';
import type { DocumentOptions } from './document-options';
import type { SelectComposition } from './select-composition';

const noShellMessage = 'No published shell is live.';

/** Adds the routes that tell which composition a visitor gets, and what the live shell offers to remotes. */
export function registerCompositionRoutes(
  app: FastifyInstance,
  { current, select }: Pick<DocumentOptions, 'current'> & { select: SelectComposition },
): void {
  // An open tab polls this route to find out whether a newer composition is live.
  app.get('/-/composition', async (request, reply) => {
    const selection = await select(request);
    return reply
      .code(selection ? 200 : 503)
      .header('cache-control', 'private, no-store')
      .send({ seq: selection?.composition.composition.seq ?? null });
  });

  // Teams compare a build with it before they publish: `expectFits` of @shop/release.
  app.get(shellContractPath, async (_request, reply) => {
    const contract = (await current())?.shellContract;
    void reply.header('cache-control', 'no-cache');
    return contract ? reply.send(contract) : sendPlainText(reply, 503, noShellMessage);
  });
}
