import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RawRequest } from '@shop/gateway/testing/raw-connection';
import fc from 'fast-check';
import type { RouteOptions } from 'fastify';
import { hostileText } from './hostile-values';
import { createValid, type Examples, type JsonSchema, mutate } from './schema-arbitrary';

type Header = readonly [name: string, value: string];

interface RouteSchema {
  body?: JsonSchema;
  querystring?: JsonSchema;
  params?: JsonSchema;
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');

/** Body bytes that no JSON serializer writes: duplicate keys, cut text, prototype names, broken encodings. */
const rewriteText = fc.oneof(
  { weight: 12, arbitrary: fc.constant((body: Buffer) => body) },
  fc.constantFrom(
    (body: Buffer) => Buffer.from(body.toString().replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1"first",$1')),
    (body: Buffer) => Buffer.from(body.toString().replace(/^\{/, '{"__proto__":{"isAdmin":true},')),
    (body: Buffer) => Buffer.from(body.toString().replace(/^\{/, '{"constructor":{"prototype":{"isAdmin":true}},')),
    (body: Buffer) => body.subarray(0, body.length >> 1),
    (body: Buffer) => Buffer.concat([Buffer.from('\ufeff'), body]),
    (body: Buffer) => Buffer.concat([body, Buffer.from('}]')]),
    (body: Buffer) => Buffer.from(body.toString(), 'utf16le'),
    (body: Buffer) => Buffer.from(body.toString().replace(/\d+/, '1e400')),
    (body: Buffer) => Buffer.from(body.toString().replace(/":"/, '":"\ud800')),
    (body: Buffer) =>
      Buffer.concat([body.subarray(0, 5), Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0x80]), body.subarray(5)]),
    () => Buffer.from('['.repeat(50_000)),
    () => Buffer.from(`{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`),
    () => Buffer.alloc(300 * 1024, 0x20),
    () => Buffer.alloc(0),
  ),
);

/** Content-Encoding with a body that has it, has another one, or has it twice. */
const encodings: readonly ((body: Buffer) => { body: Buffer; encoding: string })[] = [
  (body) => ({ body: gzipSync(body), encoding: 'gzip' }),
  (body) => ({ body: brotliCompressSync(body), encoding: 'br' }),
  (body) => ({ body: deflateSync(body), encoding: 'deflate' }),
  (body) => ({ body: gzipSync(gzipSync(body)), encoding: 'gzip, gzip' }),
  (body) => ({ body, encoding: 'gzip' }),
  (body) => ({ body: gzipSync(body), encoding: 'br' }),
  (body) => ({ body, encoding: 'aes128gcm' }),
  (body) => ({ body, encoding: 'identity' }),
  (body) => ({ body, encoding: '' }),
];
const encode = fc.oneof(
  { weight: 12, arbitrary: fc.constant((body: Buffer) => ({ body, encoding: undefined as string | undefined })) },
  fc.constantFrom(...encodings),
);

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json;;',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/csv',
    'text/plain',
    'text/html',
    '',
    ';;',
    '*/*',
    'x'.repeat(300),
  ),
);

/** Headers beside those of the body: huge, hostile, repeated, and those that a proxy or a shop sends. */
const extraHeaders: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  fc.constantFrom<readonly Header[]>(
    [['X-Large', 'x'.repeat(9000)]],
    [['X-Too-Large', 'x'.repeat(17_000)]],
    Array.from({ length: 150 }, (_entry, index) => [`X-${index}`, '1'] as const),
    [['Idempotency-Key', 'x'.repeat(300)]],
    [['Idempotency-Key', 'a b\tc']],
    [
      ['Accept', 'text/html'],
      ['Accept-Encoding', 'br;q=0.1, gzip, *;q=0'],
    ],
    [['Accept-Encoding', 'x'.repeat(2000)]],
    [
      ['X-Forwarded-Host', 'evil.example'],
      ['X-Forwarded-Proto', 'javascript'],
      ['X-Forwarded-For', "1' or 1=1"],
    ],
    [['Origin', 'null']],
    [
      ['Origin', 'https://evil.example'],
      ['Access-Control-Request-Method', 'DELETE'],
    ],
    [['Cookie', `a=${'%00'.repeat(200)}`]],
    [['Range', 'bytes=0-0,1-1,2-2,5-1']],
    [['If-None-Match', 'W/"'.repeat(300)]],
    [['Expect', '200-nothing']],
    [
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Original-URL', '/operator/orders/1'],
    ],
    [['Upgrade', 'h2c']],
    [['\u00ff\u00fe', 'x']],
  ),
  fc.uuid().map((key): readonly Header[] => [['Idempotency-Key', key]]),
);

/** Encodes text for a request target. A lone surrogate becomes the replacement character, as in browsers. */
const encodeText = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const queryText = (query: unknown) => {
  if (typeof query !== 'object' || query === null) return encodeText(JSON.stringify(query) ?? '');
  return Object.entries(query)
    .map(
      ([name, value]) =>
        `${encodeText(name)}=${encodeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`,
    )
    .join('&');
};

/** What fills a parameter of a path. Raw texts are sent without encoding. */
const pathPart = (known: readonly unknown[]) =>
  fc.oneof(
    fc.constantFrom(...known.map(String)),
    hostileText.map(encodeText),
    fc.constantFrom('%', '%zz', '%ff', '%2e%2e%2f', '..', '.', ';', '//', 'x'.repeat(600), '\u00e9', '%c0%af'),
  );

/** Creates requests of a route: valid ones, mutated ones, and ones that are broken on the way. */
export function createRouteRequests(route: RouteOptions, examples: Examples): fc.Arbitrary<RawRequest> {
  const { body, querystring } = (route.schema ?? {}) as RouteSchema;
  const method = String([route.method].flat()[0]);
  const withMutations = (schema: JsonSchema) => {
    const valid = createValid(schema, examples);
    return fc.oneof(valid, { weight: 3, arbitrary: mutate(valid) });
  };
  const parts = route.url.split(/(:\w+|\*)/);
  const path = fc
    .tuple(
      ...parts.map((part) => (/^[:*]/.test(part) ? pathPart(examples[part.slice(1)] ?? ['1']) : fc.constant(part))),
    )
    .map((filled) => filled.join(''));
  return fc
    .record({
      path,
      query: querystring ? withMutations(querystring) : fc.constant({}),
      body: body ? withMutations(body) : fc.option(fc.constant({}), { freq: 8 }),
      rewrite: rewriteText,
      encoded: encode,
      type: contentType,
      extra: extraHeaders,
      length: fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, fc.constantFrom(-1, 1, 1e9)),
    })
    .map((parts) => formatParts(method, parts));
}

interface RequestParts {
  path: string;
  query: unknown;
  body: unknown;
  rewrite: (body: Buffer) => Buffer;
  encoded: (body: Buffer) => { body: Buffer; encoding: string | undefined };
  type: string;
  extra: readonly Header[];
  /** Difference between Content-Length and the length of the body. */
  length: number;
}

function formatParts(method: string, parts: RequestParts): RawRequest {
  const search = queryText(parts.query);
  const target = search ? `${parts.path}?${search}` : parts.path;
  if (parts.body === null || (method === 'GET' && parts.length === 0)) return { method, target, headers: parts.extra };
  const { body, encoding } = parts.encoded(parts.rewrite(toJson(parts.body)));
  return {
    method,
    target,
    headers: [
      ...parts.extra,
      ['Content-Type', parts.type],
      ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as const]),
    ],
    body,
    contentLength: Math.max(0, body.length + parts.length),
  };
}
