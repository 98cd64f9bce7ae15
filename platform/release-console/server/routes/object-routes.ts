import { assertKnown, assertMayPublish } from '@shop/releases/policy/policy';
import { HttpError } from '@shop/releases/service-api/requests';
import { assertKey } from '@shop/releases/store/release-store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Service } from '../service';
import { describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';

/** Bytes of the largest file of a release, which is a source map. */
const maxObjectBytes = 32 * 1024 * 1024;

/** Keys of the files of releases, with the app. */
const releaseFileKey = /^(?:r|v|private)\/([a-z][a-z0-9-]*)\/./;

/** Staff links give a browser more than other visitors get. Their keys are secrets. */
const secretKey = /^staff(?:\/|$)/;

/** @throws {HttpError} 400 for a text that is not a key, or not a prefix of keys, and 403 for a key that no caller may read. */
export function assertReadable(key: string, assertValid = assertKey): void {
  try {
    assertValid(key);
  } catch (error) {
    throw new HttpError(400, `${(error as Error).message}.`);
  }
  if (secretKey.test(key)) throw new HttpError(403, 'Staff links cannot be read.');
}

const getKey = (request: FastifyRequest<{ Params: { '*': string } }>) => request.params['*'];

/**
 * Adds the routes of objects of the release store: people and workflows read them, and add the files of new releases. Everything else changes
 * by the other routes. A command line with `RELEASE_STORE=https://…` works with them.
 */
export async function addObjectRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const { store } = service;
  const tags = ['release store'];

  const findReader = async (request: FastifyRequest) => {
    const caller = await findRequestCaller(service, request);
    assertKnown(caller.policy, caller.actor);
    return caller;
  };

  app.get<{ Params: { '*': string } }>(
    '/api/objects/*',
    {
      schema: {
        summary: 'Read an object of the release store',
        tags,
        response: describeResponses('application/octet-stream', [400, 404]),
      },
    },
    async (request, reply) => {
      await findReader(request);
      const key = getKey(request);
      assertReadable(key);
      const stored = await store.get(key);
      if (!stored) throw new HttpError(404, `The release store has no object ${key}.`);
      const { bytes, tag } = stored;
      return reply.header('etag', tag).type('application/octet-stream').send(Buffer.from(bytes));
    },
  );

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: maxObjectBytes },
      (_request, body, done) => done(null, body),
    );
    scope.put<{ Params: { '*': string } }>(
      '/api/objects/*',
      {
        schema: {
          summary: 'Add a file of a new release. An object that exists stays as it is: status 412',
          tags,
          consumes: ['application/octet-stream'],
          response: describeResponses(null, [400, 412]),
        },
      },
      async (request, reply) => {
        const { policy, actor } = await findReader(request);
        const key = getKey(request);
        assertReadable(key);
        const [, name] = releaseFileKey.exec(key) ?? [];
        if (name === undefined) throw new HttpError(403, 'Only files of releases can be added: r/, v/ and private/.');
        assertMayPublish(policy, actor, name);
        if (!Buffer.isBuffer(request.body)) {
          throw new HttpError(415, 'Send the bytes of the file with the content type application/octet-stream.');
        }
        if (await store.putIfAbsent(key, request.body)) return reply.code(201).send();
        throw new HttpError(412, `${key} exists already.`);
      },
    );
  });
}
