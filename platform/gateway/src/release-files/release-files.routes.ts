import type { ReleaseId } from '@shop/releases/release/release';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { sendPlainText } from '../http/error-responses';
import { withTimeout } from '../http/with-timeout';
import {
  contentTypes,
  documentOnlyHeaders,
  immutableHeaders,
  missingFileMessage,
  previewFileHeaders,
  releaseHeaders,
} from './response-headers';
import type { ReadReleaseFile, VerifiedFile } from './verified-file-reader';

/** Extensions of files that `publish` also stores in brotli. */
const compressedExtensions: ReadonlySet<string> = new Set(['js', 'css', 'json', 'svg']);

const unreadableFileMessage = 'This file cannot be read right now. Please try again.';

/** Milliseconds that a request waits for a file. */
const timeoutMs = 3000;

interface FileParams {
  app: string;
  /** `<version>-<digest>` */
  release: string;
  '*': string;
}

export interface ReleaseFileOptions {
  readFile: ReadReleaseFile;
  /**
   * Finds the hash of a release's manifest in the preview that the visitor has opened. Undefined without such a preview.
   * Absent where nothing can be previewed.
   */
  findPreviewHash?: ((request: FastifyRequest, id: ReleaseId) => Promise<string | undefined>) | undefined;
  onError: (error: unknown) => void;
}

/**
 * Serves the files of releases in signed compositions, also of earlier ones, so that a tab that was opened before a promotion
 * still finds its chunks. Files of a release that only a preview names are for visitors who have opened its link. When the store cannot be read the response is 500: nginx passes it on and keeps using the gateway,
 * whose documents still come from memory.
 *
 * @see docs/decisions/0009
 */
export function registerReleaseFileRoutes(
  app: FastifyInstance,
  { readFile, findPreviewHash, onError }: ReleaseFileOptions,
): void {
  app.get<{ Params: FileParams }>('/r/:app/:release/*', async (request, reply) => {
    void reply.headers(releaseHeaders);
    const requested = parseFileAddress(request.params);
    if (!requested) return sendPlainText(reply, 404, missingFileMessage);
    const { id, file, extension } = requested;
    const wantsBrotli = compressedExtensions.has(extension) && prefersBrotli(request);
    let content: Awaited<ReturnType<typeof readContent>>;
    try {
      const read = async () => {
        const previewHash = await findPreviewHash?.(request, id);
        return readContent((encoding) => readFile(id, file, encoding, previewHash), wantsBrotli);
      };
      content = await withTimeout(read(), timeoutMs);
    } catch (error) {
      onError(error);
      return sendPlainText(reply, 500, unreadableFileMessage);
    }
    if (!content) return sendPlainText(reply, 404, missingFileMessage);
    if (content.isCompressed) void reply.header('content-encoding', 'br');
    for (const name of documentOnlyHeaders) void reply.removeHeader(name);
    const headers = content.isPublic ? immutableHeaders : previewFileHeaders;
    return reply.headers(headers).header('content-type', contentTypes[extension]).send(content.bytes);
  });
}

/** Parses the address of a file that browsers may load. Null for any other address. */
function parseFileAddress({ app, release, '*': file }: FileParams) {
  const [, version, digest] = release.match(/^(.+)-([0-9a-f]{12})$/) ?? [];
  const extension = file.split('.').at(-1) ?? '';
  if (!version || !digest || !Object.hasOwn(contentTypes, extension) || isPrivateFile(file)) return null;
  if (!isSafePath(`${app}/${file}`) || !isSafeVersion(version)) return null;
  return { id: { app, version, digest }, file, extension };
}

/** Files that no browser loads: the Node build and the release's manifest. */
const isPrivateFile = (file: string) => file.startsWith('node/') || file === 'release.json';

const isSafePath = (path: string) => path.split('/').every((part) => /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part));

/** Keys of the release store allow a `+` in versions, for build metadata. */
const isSafeVersion = (version: string) => /^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(version);

/** RFC 9110, section 12.5.3. */
const prefersBrotli = (request: FastifyRequest) => new Negotiator(request.raw).encoding(['br', 'identity']) === 'br';

/** Reads the brotli copy if it is wanted and intact, else the file itself. */
async function readContent(read: (encoding: 'br' | 'identity') => Promise<VerifiedFile | null>, wantsBrotli: boolean) {
  const compressed = wantsBrotli ? await read('br') : null;
  const found = compressed ?? (await read('identity'));
  return found && { ...found, isCompressed: compressed !== null };
}
