import { assertKnown, assertMayPublish } from '@shop/releases/policy/policy';
import { HttpError } from '@shop/releases/service-api/requests';
import { assertKey, assertPrefix } from '@shop/releases/store/release-store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/principals';
import type { Service } from '../service';
import { describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';

/** Bytes of the largest file of a release, which is a source map. */
const maxObjectBytes = 32 * 1024 * 1024;

/** Keys of the files of releases, with the app. */
const releaseFileKey = /^(?:r|v|private)\/([a-z][a-z0-9-]*)\/./;

/** Staff links give a browser more than other visitors get. Their keys are secrets. */
const secretKey = /^staff(?:\/|$)/;

/** Folders of the release store that reports are made of. */
const reportFolder = /^(?:env|metrics|daily-metrics|error-reports|screenshots|removing)\//;

/** Files of releases that reports are made of: what a release is, and what it was built from. */
const reportFile = /^r\/.*\/release\.json$|^private\/.*\/build-report\.json\.br$/;

/** What a request names: one object, or the beginning of the keys of several. */
const readable = {
  key: { assertValid: assertKey, isReport: (key: string) => reportFolder.test(key) || reportFile.test(key) },
  // The keys of files tell which releases there are.
  prefix: { assertValid: assertPrefix, isReport: (prefix: string) => /^r\//.test(prefix) || reportFolder.test(prefix) },
};

/**
 * Checks that a caller may read an object, or list keys. Everybody who has signed in may read what the reports of the service tell.
 *
 * @throws {HttpError} 400 for a text that is not a key, or not a prefix of keys, and 403 for a key that no caller may read.
 * @throws {NotAllowedError} When only people whom the policy names may read it.
 */
export function assertMayRead({ policy, actor }: Caller, kind: keyof typeof readable, text: string): void {
  const { assertValid, isReport } = readable[kind];
  try {
    assertValid(text);
  } catch (error) {
    throw new HttpError(400, `${(error as Error).message}.`);
  }
  if (secretKey.test(text)) throw new HttpError(403, 'Staff links cannot be read.');
  if (!isReport(text)) assertKnown(policy, actor, 'read reports, but no preview and no file of a release');
}

const getKey = (request: FastifyRequest<{ Params: { '*': string } }>) => request.params['*'];

/**
 * Adds the routes of objects of the release store: people and workflows read them, and add the files of new releases. Everything else changes
 * by the other routes. A command line with `RELEASE_STORE=https://…` works with them.
 */
export async function addObjectRoutes(app: FastifyInstance, service: Service): Promise<void> {
  const { store } = service;
  const tags = ['release store'];

  app.get<{ Params: { '*': string } }>(
    '/api/objects/*',
    {
      schema: {
        summary: 'Read an object of the release store',
        tags,
        response: describeResponses('application/octet-stream', [400, 404, 503]),
      },
    },
    async (request, reply) => {
      const key = getKey(request);
      assertMayRead(await findRequestCaller(service, request), 'key', key);
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
          response: describeResponses(null, [400, 409, 412, 413, 415, 503]),
        },
      },
      async (request, reply) => {
        const caller = await findRequestCaller(service, request);
        const { policy, actor } = caller;
        const key = getKey(request);
        assertKnown(policy, actor);
        assertMayRead(caller, 'key', key);
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
