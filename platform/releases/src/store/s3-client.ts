import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { sha256 } from './document-ref';
import { UnavailableStoreError } from './errors';
import { assertKey } from './release-store';

export interface S3Settings {
  /** For example `https://s3.ap-south-1.amazonaws.com`, without a slash at the end. */
  endpoint: string;
  bucket: string;
  /** Precedes every key. Empty, or with a slash at the end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const requestTimeoutMs = 15_000;

export const maxAttempts = 12;

/** Waits with exponential backoff and jitter, so that clients do not retry in step. */
export const backOff = (attempt: number) => sleep(20 * 2 ** Math.min(attempt, 6) * (0.5 + Math.random()));

export interface S3Client {
  /** Sends a request for an object. @throws {UnavailableStoreError} When there is no response. */
  request: (key: string, init?: RequestInit) => Promise<Response>;
  /** Writes an object under conditions and with further headers. @returns The response, whatever its status. */
  put: (key: string, bytes: Uint8Array, headers: Record<string, string>) => Promise<Response>;
  /**
   * Lists one page of the keys with a prefix, the store's own prefix removed.
   *
   * @param isDeep  False: keys in folders are not listed. The page has these folders instead.
   */
  list: (prefix: string, isDeep: boolean, token: string | undefined) => Promise<ListPage>;
  /** @throws {UnavailableStoreError} With the status and code of the response. */
  fail: (response: Response, operation: string) => Promise<never>;
}

/** Creates a client. It repeats a listing after a temporary error. The caller decides whether another request is safe to repeat. */
export function createS3Client(settings: S3Settings): S3Client {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const bucketUrl = `${endpoint}/${bucket}`;

  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    try {
      return await client.fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) });
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new UnavailableStoreError(`The object store at ${endpoint} does not answer (${String(cause)})`);
    }
  };
  const fail: S3Client['fail'] = async (response, operation) => {
    const code = findErrorCode(await response.text());
    throw new UnavailableStoreError(
      `The object store refused to ${operation}: status ${response.status} ${code}`.trimEnd(),
    );
  };
  const request: S3Client['request'] = (key, init) => {
    assertKey(key);
    // Encoded part by part: a `+`, as in a version's build metadata, would otherwise be signed as a space.
    return send(`${bucketUrl}/${(prefix + key).split('/').map(encodeURIComponent).join('/')}`, init);
  };
  const put: S3Client['put'] = (key, bytes, headers) =>
    request(key, {
      method: 'PUT',
      body: Buffer.from(bytes),
      headers: { ...headers, 'x-amz-content-sha256': sha256(bytes) },
    });
  const list: S3Client['list'] = async (folder, isDeep, token) => {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: prefix + folder,
      ...(isDeep ? {} : { delimiter: '/' }),
    });
    if (token) query.set('continuation-token', token);
    const ask = () => send(`${bucketUrl}?${query}`);
    let response = await ask();
    for (let attempt = 0; response.status >= 500 && attempt < maxAttempts; attempt++) {
      await backOff(attempt);
      response = await ask();
    }
    if (!response.ok) return fail(response, `list ${folder}`);
    const text = await response.text().catch((cause: unknown) => {
      throw new UnavailableStoreError(`The object store at ${endpoint} does not answer (${String(cause)})`);
    });
    const page = Promise.resolve(text).then(parseListPage);
    const { keys, folders, nextToken } = await page.catch((cause: unknown) => {
      throw new UnavailableStoreError(
        `The object store at ${endpoint} answers with no listing of ${bucket}: check the address in RELEASE_STORE`,
        { cause },
      );
    });
    const toOwn = (names: readonly string[]) => names.map((name) => name.slice(prefix.length));
    return { keys: toOwn(keys), folders: toOwn(folders), nextToken };
  };
  return { request, put, list, fail };
}

/** Values stay text: a key or a code made of digits is not a number. */
const parser = new XMLParser({
  parseTagValue: false,
  ignoreDeclaration: true,
  isArray: (name) => name === 'Contents' || name === 'CommonPrefixes',
});

const ListResult = v.object({
  ListBucketResult: v.object({
    Contents: v.optional(v.array(v.object({ Key: v.string() })), []),
    CommonPrefixes: v.optional(v.array(v.object({ Prefix: v.string() })), []),
    NextContinuationToken: v.optional(v.string()),
  }),
});

const ErrorResult = v.object({ Error: v.object({ Code: v.string() }) });

export interface ListPage {
  keys: string[];
  /** Folders with a slash at the end. */
  folders: string[];
  /** Continues the listing; undefined on the last page. */
  nextToken: string | undefined;
}

/**
 * Parses the response of ListObjectsV2.
 *
 * @throws When it is not XML, or not a listing.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function parseListPage(xml: string): ListPage {
  const { ListBucketResult: page } = v.parse(ListResult, withoutEmptyRoot(parser.parse(xml, true)));
  return {
    keys: page.Contents.map(({ Key }) => Key),
    folders: page.CommonPrefixes.map(({ Prefix }) => Prefix),
    nextToken: page.NextContinuationToken,
  };
}

/** The parser reads `<ListBucketResult/>`, an empty listing, as empty text. */
const withoutEmptyRoot = (parsed: unknown) =>
  v.is(v.object({ ListBucketResult: v.literal('') }), parsed) ? { ListBucketResult: {} } : parsed;

/** Finds the code of an S3 error, such as `AccessDenied`. Returns empty text when the response is not an S3 error. */
export function findErrorCode(xml: string): string {
  try {
    const result = v.safeParse(ErrorResult, parser.parse(xml));
    return result.success ? result.output.Error.Code : '';
  } catch {
    // A proxy may answer with a page of its own.
    return '';
  }
}
