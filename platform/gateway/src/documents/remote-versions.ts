import { createHash } from 'node:crypto';
import type { ComposedRemote, Composition, LoadableVersion, PreloadFile } from '@shop/remote-contract/composition';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sendPlainText } from '../http/error-responses';

/** Files of fifty compositions, with and without fallback versions. A tab that is older than all of them loads a document. */
const maxFiles = 100;

/** The files with the versions of the remotes of compositions. */
export type RemoteVersions = ReturnType<typeof createRemoteVersions>;

const pickVersion = ({
  version,
  digest,
  base,
  entry,
  global,
  languages,
  previous,
}: ComposedRemote): LoadableVersion => ({
  version,
  digest,
  base,
  entry,
  global,
  ...(languages && { languages }),
  ...(previous && { previous }),
});

/** The composition as a gateway without the history serves it. A gateway that lacks only some of the fallback versions has another file. */
const withoutPrevious = ({ remotes, ...composition }: Composition): Composition => ({
  ...composition,
  remotes: remotes.map(({ previous: _, ...remote }) => remote),
});

/**
 * Creates the files that hold what documents omit: the versions and hashes of remotes that their pages do not show. A document names
 * its file with the hash, so the browser accepts only the versions of the composition that the gateway has verified.
 *
 * @param listServed Lists the compositions that visitors get now. Another gateway may have made the document.
 * @see docs/decisions/0072
 */
export function createRemoteVersions(listServed: () => Promise<readonly Composition[]>) {
  const files = new WeakMap<Composition, { file: PreloadFile; text: string }>();
  const texts = new LRUCache<string, string>({ max: maxFiles });
  const copies = new WeakMap<Composition, Composition>();
  const create = ({ remotes }: Composition) => {
    const text = JSON.stringify(Object.fromEntries(remotes.map((remote) => [remote.name, pickVersion(remote)])));
    const hash = createHash('sha256').update(text).digest();
    const file: PreloadFile = {
      url: `/-/remotes/${hash.toString('base64url')}`,
      integrity: `sha256-${hash.toString('base64')}`,
    };
    return { file, text };
  };
  /** Describes the file of a composition for its documents. The gateway serves the file from then on. */
  const describe = (composition: Composition): PreloadFile => {
    const known = files.get(composition) ?? create(composition);
    files.set(composition, known);
    texts.set(known.file.url, known.text);
    return known.file;
  };
  return {
    describe,
    /** Adds the route of the files. */
    registerRoute: (app: FastifyInstance) => {
      app.get('/-/remotes/:hash', async (request, reply) => {
        const url = request.url.replace(/\?.*$/s, '');
        if (!texts.has(url)) {
          for (const composition of await listServed()) {
            describe(composition);
            const copy = copies.get(composition) ?? withoutPrevious(composition);
            copies.set(composition, copy);
            describe(copy);
          }
        }
        const text = texts.get(url);
        if (text === undefined) return sendPlainText(reply, 404, unknownMessage);
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type('application/json; charset=utf-8')
          .send(text);
      });
    },
  };
}

const unknownMessage = 'This composition is not served any more: load the page again.';
