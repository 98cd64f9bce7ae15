import { createRetryPage, retryPagePolicy } from '@shop/gateway/http/retry-page';
import { commonHeaders } from '@shop/gateway/http/security-headers';
import type { EdgeSettings } from './edge-settings';

/** Indents lines by one level. */
const indent = (lines: readonly string[]) => lines.map((line) => (line ? `  ${line}` : line));

const block = (head: string, lines: readonly string[]) => [`${head} {`, ...indent(lines), '}'];

const addHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);

/** Failures after which nginx tries another gateway. */
const failures = 'error timeout invalid_header';

/** Directives of every proxied request. A location's `proxy_set_header` lines replace all outer ones. */
const proxyToGateways = (more: Readonly<Record<string, string>> = {}) => [
  'proxy_pass http://gateways;',
  ...Object.entries({
    Host: '$http_host',
    Connection: '""',
    'X-Forwarded-For': '$remote_addr',
    'X-Forwarded-Proto': '$shopper_scheme',
    // nginx forwards other headers of a client unchanged, and the gateway believes them because it trusts nginx.
    'X-Forwarded-Host': '""',
    'X-Request-Id': '$request_id',
    traceparent: '$trusted_traceparent',
    tracestate: '$trusted_tracestate',
    ...more,
  }).map(([name, value]) => `proxy_set_header ${name} ${value};`),
  // A response of the cache has the id of the request that is answered, not of the one that filled the cache.
  'proxy_hide_header X-Request-Id;',
  'add_header X-Request-Id $request_id always;',
];

/**
 * Serves releases through the gateways and caches their responses. The gateway decides about each file and its headers by
 * the address and the support for brotli, so both are in the cache key.
 */
const filesFromGateways = () =>
  block('location /r/', [
    ...proxyToGateways({ 'Accept-Encoding': '$brotli' }),
    'proxy_cache releases;',
    'proxy_cache_key "$brotli $uri";',
    // The key already contains it; otherwise nginx would cache one copy for each spelling of the header.
    'proxy_ignore_headers Vary;',
    'proxy_cache_lock on;',
    'proxy_cache_use_stale error timeout http_500 http_502 http_503 http_504;',
  ]);

/**
 * Caches documents that are the same for every visitor. The gateway decides which: it sends `s-maxage` while no canary runs, and
 * the times for which an expired document is served while it is requested again or when no gateway answers.
 * - The key has all that a document depends on. A HEAD request stays one, because the gateway does not count it as a page view.
 * - A browser with a preview, an override or a staff pass neither reads nor fills the cache.
 * - The first request of an address is not stored, so that invented addresses take no space on the disk.
 * - There is no lock: it would delay the documents of a canary, which nginx never stores. The gateway renders a page once for
 *   all requests that wait for it.
 *
 * @see docs/decisions/0027
 */
const documentsFromGateways = () =>
  block('location /', [
    ...proxyToGateways({ 'Accept-Encoding': '$document_encoding' }),
    'proxy_cache documents;',
    'proxy_cache_key "$request_method $shopper_scheme $http_host $document_encoding $request_uri";',
    'proxy_cache_bypass $cookie_preview $cookie_staff $cookie_override;',
    'proxy_no_cache $cookie_preview $cookie_staff $cookie_override $is_unshared;',
    'proxy_cache_convert_head off;',
    'proxy_cache_min_uses 2;',
    'proxy_cache_background_update on;',
    // The key already contains it.
    'proxy_ignore_headers Vary;',
  ]);

/** A coding in an `Accept-Encoding`, unless its weight is zero. */
const accepts = (coding: string) => `"~*(^|[ ,])${coding}(?! *; *q *= *0(\\.0*)?([ ,]|$))([ ,;]|$)" ${coding};`;

/** Seconds after which a client asks again when no gateway answers. nginx skips a failed gateway for two seconds. */
const retryAfter = 3;

const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

/** Answers instead of the gateways when none of them does. The responses of a gateway are sent unchanged. */
const unavailable = block('location @unavailable', [
  ...addHeaders({
    ...commonHeaders,
    'cache-control': 'no-store',
    'content-security-policy': retryPagePolicy,
    'retry-after': String(retryAfter),
  }),
  'types {}',
  'default_type "text/html; charset=utf-8";',
  `return 503 ${quote(
    createRetryPage({ title: 'The shop cannot be reached', reason: 'It does not answer right now.' }, retryAfter),
  )};`,
]);

/** The shopper's address and scheme, as trusted load balancers report them. */
function shopperScheme(trusted: readonly string[]): string[] {
  if (trusted.length === 0) return block('map $scheme $shopper_scheme', ['default $scheme;']);
  return [
    ...trusted.map((network) => `set_real_ip_from ${network};`),
    'real_ip_header X-Forwarded-For;',
    'real_ip_recursive on;',
    ...block('geo $realip_remote_addr $is_trusted', ['default 0;', ...trusted.map((network) => `${network} 1;`)]),
    ...block('map "$is_trusted $http_x_forwarded_proto" $shopper_scheme', ['default $scheme;', '"1 https" https;']),
  ];
}

/**
 * The trace context that trusted load balancers report. A client must not choose the trace of its requests, because it could then
 * add them to the trace of others and make the servers record each of them. nginx forwards no header without a value.
 */
const traceContext = (trusted: readonly string[]) =>
  ['traceparent', 'tracestate'].flatMap((name) =>
    trusted.length === 0
      ? block(`map "" $trusted_${name}`, ['default "";'])
      : block(`map $is_trusted $trusted_${name}`, ['default "";', `1 $http_${name};`]),
  );

/**
 * The shopper's network, from the text of the address, which nginx normalises. As in the gateway, the first 48 bits of an
 * IPv6 address are the network; the text may omit zeros among them.
 */
const shopperNetwork = block('map $remote_addr $shopper_network', [
  'default $remote_addr;',
  '"~^(?<site>[0-9a-f]+:[0-9a-f]+:[0-9a-f]+):" $site;',
  '"~^(?<two>[0-9a-f]+:[0-9a-f]+)::" "$two:0";',
  '"~^(?<one>[0-9a-f]+)::" "$one:0:0";',
]);

/** Addresses whose last part is a credential: a browser with the id sees the preview or joins the canary. */
const secretAddresses = ['/-/preview/', '/-/staff/', '/-/override/'];

/**
 * The request's address for the access log, without the id of a preview, staff or override link. `$uri` is decoded and normalised, so
 * no spelling of an address avoids the mask. It is empty for a malformed request.
 */
const loggedAddress = block('map $uri $logged_address', [
  'default $request_uri;',
  '"" "";',
  ...secretAddresses.map((prefix) => `"~^${prefix}" ${prefix}-;`),
]);

/**
 * Formats the configuration of nginx in front of the gateways. nginx caches release files, and
 * documents for a second while they are the same for every visitor. Shoppers of one network stay with one gateway.
 * nginx skips a failed gateway for a few seconds and sends its requests to another one, unless they may have changed something.
 *
 * @returns The content of `nginx.conf`.
 * @see docs/decisions/0027
 */
export function formatNginxConfiguration({ port, gateways, folder, accessLog, trusted }: EdgeSettings): string {
  const server = block('server', [
    `listen ${port};`,
    // Only beacons have bodies; the gateway limits them further.
    'client_max_body_size 64k;',
    '',
    'error_page 502 504 = @unavailable;',
    ...unavailable,
    ...filesFromGateways(),
    // Their 503 means that the store API is unavailable, not the gateway.
    ...['/sitemap.xml', '/-/search'].flatMap((address) =>
      block(`location = ${address}`, [...proxyToGateways(), `proxy_next_upstream ${failures};`]),
    ),
    // Messages of the error log contain the complete address. The access log has the state of the gateway too.
    ...secretAddresses.flatMap((prefix) =>
      block(`location ${prefix}`, [...proxyToGateways(), 'error_log stderr emerg;']),
    ),
    ...documentsFromGateways(),
  ]);
  const http = block('http', [
    'server_tokens off;',
    `client_body_temp_path ${folder}/body;`,
    `proxy_temp_path ${folder}/proxy;`,
    'log_format edge \'$remote_addr [$time_iso8601] "$request_method $logged_address $server_protocol" $status $body_bytes_sent $request_time $request_id "$upstream_addr" "$upstream_status" $upstream_cache_status\';',
    accessLog ? `access_log ${accessLog} edge;` : 'access_log off;',
    'keepalive_timeout 65s;',
    'tcp_nopush on;',
    'sendfile on;',
    '',
    ...shopperScheme(trusted),
    ...traceContext(trusted),
    ...shopperNetwork,
    ...loggedAddress,
    ...block('map $http_accept_encoding $brotli', ['default "";', accepts('br')]),
    ...block('map $http_accept_encoding $document_encoding', ['default "";', accepts('br'), accepts('gzip')]),
    // Only documents have it: other responses may be cached by browsers, and not longer than they say.
    ...block('map $upstream_http_cache_control $is_unshared', ['default 1;', '"~s-maxage" "";']),
    '',
    ...block('upstream gateways', [
      'zone gateways 64k;',
      // A shopper stays with one gateway and counts once in the canary analysis (decision 0011).
      'hash $shopper_network consistent;',
      ...gateways.map((gateway) => `server ${gateway} max_fails=2 fail_timeout=2s;`),
      'keepalive 32;',
    ]),
    'proxy_http_version 1.1;',
    'proxy_connect_timeout 1s;',
    'proxy_read_timeout 5s;',
    // Without "non_idempotent", nginx never repeats a POST that a gateway may have processed. Without "http_500", because a
    // gateway answers 500 for a file while the release store hangs, and that must not count as a failed gateway.
    `proxy_next_upstream ${failures} http_502 http_503 http_504;`,
    'proxy_next_upstream_tries 3;',
    `proxy_cache_path ${folder}/documents levels=1:2 keys_zone=documents:16m max_size=512m inactive=5m use_temp_path=off;`,
    `proxy_cache_path ${folder}/releases levels=1:2 keys_zone=releases:16m max_size=4g inactive=30d use_temp_path=off;`,
    '',
    ...server,
  ]);
  const lines = [
    '# Generated by `npm run nginx -w platform/deploy` (platform/deploy/README.md). Change its options, not this file.',
    'worker_processes auto;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    ...block('events', ['worker_connections 4096;']),
    ...http,
  ];
  return `${lines.join('\n')}\n`;
}
