// Stand-in of SeaweedFS's S3 API for tests: path style, signatures, conditional writes, the actions of identities.
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

const readOption = (name, fallback) =>
  process.argv.find((word) => word.startsWith(`-${name}=`))?.slice(name.length + 2) ?? fallback;

const folder = '/data/stand-in';
/** While this file exists, the disk counts as full. */
const fullFile = '/data/full';
mkdirSync(folder, { recursive: true });

const { identities } = JSON.parse(readFileSync(readOption('s3.config', ''), 'utf8'));
const identityByKey = new Map(
  identities.flatMap((identity) =>
    identity.credentials.map(({ accessKey, secretKey }) => [accessKey, { ...identity, secretKey }]),
  ),
);

/** Tag, size and headers of each object, by bucket and key. An object is two files: `#o` has its bytes and `#m` this. */
const index = new Map();
const getFile = (id) => path.join(folder, id);
for (const { name, parentPath, path: old } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!name.endsWith('#o')) continue;
  const id = path.relative(folder, path.join(parentPath ?? old, name)).slice(0, -2);
  index.set(id, JSON.parse(readFileSync(`${getFile(id)}#m`, 'utf8')));
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const sign = (key, text) => createHmac('sha256', key).update(text).digest();
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const compare = (a, b) => Number(a > b) - Number(a < b);

/** Finds the identity of a request by its AWS signature, version 4. Null: none, or a wrong signature. */
function authenticate({ method, headers }, { pathname, searchParams }) {
  const pattern = /Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/;
  const [, key, scope, signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  const identity = identityByKey.get(key);
  if (!identity) return null;
  const query = [...searchParams].map(([name, value]) => [encode(name), encode(value)]);
  query.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const canonical = [
    ...[
      method,
      pathname
        .split('/')
        .map((part) => encode(decodeURIComponent(part)))
        .join('/'),
    ],
    query.map((pair) => pair.join('=')).join('&'),
    ...signed.split(';').map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    ...['', signed, headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const signingKey = scope.split('/').reduce(sign, `AWS4${identity.secretKey}`);
  return sign(signingKey, toSign).toString('hex') === signature ? identity : null;
}

const isAllowed = ({ actions }, verb, bucket, id) =>
  actions.some((action) => {
    const [allowed, resource = ''] = action.split(':');
    return (
      allowed === verb && (resource === bucket || (resource.endsWith('/*') && id.startsWith(resource.slice(0, -1))))
    );
  });

const escapeXml = (text) => text.replace(/[<&>]/g, (c) => ({ '<': '&lt;', '&': '&amp;', '>': '&gt;' })[c]);
const sendXml = (response, status, xml) => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?>${xml}`);
};
const refuse = (response, status, code) => sendXml(response, status, `<Error><Code>${code}</Code></Error>`);

function list(response, bucket, searchParams) {
  const prefix = searchParams.get('prefix') ?? '';
  const delimiter = searchParams.get('delimiter');
  const after = searchParams.get('continuation-token') ?? '';
  const entries = new Set();
  for (const id of index.keys()) {
    const key = id.slice(bucket.length + 1);
    if (!id.startsWith(`${bucket}/${prefix}`)) continue;
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    entries.add(end < 0 ? key : key.slice(0, end + 1));
  }
  const left = [...entries].filter((entry) => entry > after).sort(compare);
  const page = left.slice(0, 1000);
  const isFolder = (entry) => delimiter && entry.endsWith(delimiter);
  const format = (entry) =>
    isFolder(entry)
      ? `<CommonPrefixes><Prefix>${escapeXml(entry)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${escapeXml(entry)}</Key><Size>${index.get(`${bucket}/${entry}`).size}</Size></Contents>`;
  const next =
    left.length > page.length ? `<NextContinuationToken>${escapeXml(page.at(-1))}</NextContinuationToken>` : '';
  const truncated = `<IsTruncated>${left.length > page.length}</IsTruncated>`;
  sendXml(response, 200, `<ListBucketResult>${page.map(format).join('')}${truncated}${next}</ListBucketResult>`);
}

function put(response, id, headers, body) {
  const found = index.get(id);
  if (headers['if-none-match'] === '*' && found) return refuse(response, 412, 'PreconditionFailed');
  const match = headers['if-match'];
  if (match && !found) return refuse(response, 404, 'NoSuchKey');
  if (match && found.etag !== match) return refuse(response, 412, 'PreconditionFailed');
  if (existsSync(fullFile)) return refuse(response, 500, 'InternalError');
  const stored = Object.entries(headers).filter(
    ([name]) => name.startsWith('x-amz-meta-') || /^(content-type|content-encoding|cache-control)$/.test(name),
  );
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const meta = { etag, size: body.length, headers: Object.fromEntries(stored) };
  mkdirSync(path.dirname(getFile(id)), { recursive: true });
  writeFileSync(`${getFile(id)}#draft`, body);
  writeFileSync(`${getFile(id)}#m`, JSON.stringify(meta));
  renameSync(`${getFile(id)}#draft`, `${getFile(id)}#o`);
  index.set(id, meta);
  response.writeHead(200, { etag }).end();
}

function remove(response, id) {
  if (index.delete(id)) for (const part of ['#o', '#m']) rmSync(getFile(id) + part);
  response.writeHead(204).end();
}

function read(response, id, method) {
  const meta = index.get(id);
  if (!meta) return refuse(response, 404, 'NoSuchKey');
  response.writeHead(200, { ...meta.headers, etag: meta.etag, 'content-length': meta.size });
  response.end(method === 'HEAD' ? undefined : readFileSync(`${getFile(id)}#o`));
}

async function answer(request, response) {
  const { method, headers } = request;
  const url = new URL(request.url, 'http://object-store');
  if (url.pathname === '/healthz') return void response.end('ok');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const identity = authenticate(request, url);
  if (!identity) return refuse(response, 403, 'AccessDenied');
  const [, bucket = '', ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const id = `${bucket}/${key}`;
  const verb = key ? { GET: 'Read', HEAD: 'Read', PUT: 'Write', DELETE: 'Write' }[method] : 'List';
  if (!verb || !isAllowed(identity, verb, bucket, id)) return refuse(response, 403, 'AccessDenied');
  if (!existsSync(path.join(folder, bucket))) return refuse(response, 404, 'NoSuchBucket');
  if (verb === 'List') return list(response, bucket, url.searchParams);
  if (method === 'PUT') return put(response, id, headers, Buffer.concat(chunks));
  if (method === 'DELETE') return remove(response, id);
  return read(response, id, method);
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error}\n`);
    if (!response.headersSent) refuse(response, 500, 'InternalError');
  });
}).listen(Number(readOption('s3.port', 9000)), '0.0.0.0');

// What `weed` asks.
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://object-store');
  if (pathname === '/create') mkdirSync(path.join(folder, searchParams.get('name')), { recursive: true });
  response.end(readdirSync(folder).join('\n'));
}).listen(9333, '0.0.0.0');
process.on('SIGTERM', () => process.exit(0));
