import { commonHeaders } from '@shop/gateway/http/security-headers';
import {
  contentTypes,
  immutableHeaders,
  missingFile,
  releaseHeaders,
} from '@shop/gateway/release-files/release-files.routes';
import type { EdgeSettings } from './edge-settings';

/** Lines of a block, or the block itself, one level deeper. */
const indented = (lines: readonly string[]) => lines.map((line) => (line ? `  ${line}` : line));

const block = (head: string, lines: readonly string[]) => [`${head} {`, ...indented(lines), '}'];

const addHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);

/** How a gateway fails that does not answer as it should. */
const failures = 'error timeout invalid_header';

/** What every proxied request says; nginx takes a location's own `proxy_set_header` lines instead of outer ones. */
const toGateway = (more: Readonly<Record<string, string>> = {}) => [
  'proxy_pass http://gateways;',
  ...Object.entries({
    Host: '$http_host',
    Connection: '""',
    'X-Forwarded-For': '$remote_addr',
    'X-Forwarded-Proto': '$shopper_scheme',
    ...more,
  }).map(([name, value]) => `proxy_set_header ${name} ${value};`),
];

/**
 * Where releases come from when they are not on this machine: through the gateways, whose answers are kept. The gateway
 * decides what is served and how; the key holds what it looks at, the address and whether brotli is taken.
 */
const filesFromGateways = () =>
  block('location /r/', [
    ...toGateway({ 'Accept-Encoding': '$brotli' }),
    'proxy_cache releases;',
    'proxy_cache_key "$brotli $uri";',
    // It stands in the key already; nginx would keep a copy for every way of writing the header.
    'proxy_ignore_headers Vary;',
    'proxy_cache_lock on;',
    'proxy_cache_use_stale error timeout http_500 http_502 http_503 http_504;',
    'gzip off;',
  ]);

/** An address under `/r/` that a browser has a use for: not the Node build, nor the release's own description. */
function servedFiles(): string {
  const name = '[A-Za-z0-9][A-Za-z0-9._-]*';
  const ends = Object.keys(contentTypes).join('|');
  return `^/r/${name}/[^/]+-[0-9a-f]{12}/(?!node/|release\\.json$)(?:${name}/)*${name}\\.(?:${ends})$`;
}

/** `br` in an `Accept-Encoding`, unless its weight is zero: then it is unwanted. */
const brotliTaken = '"~*(^|[ ,])br(?! *; *q *= *0(\\.0*)?([ ,]|$))([ ,;]|$)" br;';

/** Releases from a release store on this machine's files, as `publish` compressed them. */
const filesFromFolder = (folder: string) => [
  ...block(`location ~ "${servedFiles()}"`, [
    `root ${folder};`,
    'brotli_static on;',
    'gzip off;',
    // The header stands below, once.
    'gzip_vary off;',
    'error_page 404 = @missing;',
    ...block(
      'types',
      Object.entries(contentTypes).map(([end, type]) => `"${type}" ${end};`),
    ),
    ...addHeaders({ ...commonHeaders, ...releaseHeaders, ...immutableHeaders }),
  ]),
  ...block('location /r/', ['return 404;', 'error_page 404 = @missing;']),
  ...block('location @missing', [
    ...addHeaders({ ...commonHeaders, ...releaseHeaders, 'cache-control': 'no-store' }),
    'types {}',
    'default_type "text/plain; charset=utf-8";',
    `return 404 "${missingFile}";`,
  ]),
];

/** Who the shopper is, behind load balancers that may say so. */
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
 * Where on the network a shopper is, by the text of the address: nginx writes every address in one way. As a gateway tells
 * networks apart, an IPv6 site is one: its first 48 bits, some of which may be zeros that are not written.
 */
const shopperNetwork = block('map $remote_addr $shopper_network', [
  'default $remote_addr;',
  '"~^(?<site>[0-9a-f]+:[0-9a-f]+:[0-9a-f]+):" $site;',
  '"~^(?<two>[0-9a-f]+:[0-9a-f]+)::" "$two:0";',
  '"~^(?<one>[0-9a-f]+)::" "$one:0:0";',
]);

/**
 * The configuration of nginx in front of the gateways: immutable files, kept or read from disk, and documents, which are
 * never kept. Shoppers of one network stay with one gateway. A gateway that fails is left out for a few seconds, and what it was asked is asked of another one, unless
 * it was asked to change something.
 *
 * @returns A whole `nginx.conf`.
 * @see docs/decisions/0013
 */
export function nginxConfiguration({ port, gateways, folder, files, accessLog, trusted }: EdgeSettings): string {
  const server = block('server', [
    `listen ${port};`,
    // Beacons are the only bodies; the gateway has a limit of its own.
    'client_max_body_size 64k;',
    '',
    ...(files ? filesFromFolder(files) : filesFromGateways()),
    // Its 503 is the store API's trouble.
    ...block('location = /sitemap.xml', [...toGateway(), `proxy_next_upstream ${failures};`]),
    ...block('location /', toGateway()),
  ]);
  const http = block('http', [
    'server_tokens off;',
    `client_body_temp_path ${folder}/body;`,
    `proxy_temp_path ${folder}/proxy;`,
    'log_format edge \'$remote_addr [$time_iso8601] "$request" $status $body_bytes_sent $request_time "$upstream_addr" "$upstream_status" $upstream_cache_status\';',
    accessLog ? `access_log ${accessLog} edge;` : 'access_log off;',
    'keepalive_timeout 65s;',
    'tcp_nopush on;',
    'sendfile on;',
    '',
    ...shopperScheme(trusted),
    ...shopperNetwork,
    ...block('map $http_accept_encoding $brotli', ['default "";', brotliTaken]),
    '',
    // Documents hold nothing secret that compression could tell, and nothing a visitor wrote.
    'gzip on;',
    'gzip_comp_level 5;',
    'gzip_min_length 1000;',
    'gzip_proxied any;',
    'gzip_vary on;',
    'gzip_types application/json application/manifest+json application/xml text/javascript text/plain;',
    '',
    ...block('upstream gateways', [
      'zone gateways 64k;',
      // A shopper stays with one gateway, and so counts once in what a canary is judged by (decision 0011).
      'hash $shopper_network consistent;',
      ...gateways.map((gateway) => `server ${gateway} max_fails=2 fail_timeout=2s;`),
      'keepalive 32;',
    ]),
    'proxy_http_version 1.1;',
    'proxy_connect_timeout 1s;',
    'proxy_read_timeout 5s;',
    // Without "non_idempotent": a POST that a gateway may have taken is not sent a second time. Without "http_500": that is
    // the answer for a file while the release store hangs, and what is named here counts against a gateway.
    `proxy_next_upstream ${failures} http_502 http_503 http_504;`,
    'proxy_next_upstream_tries 3;',
    ...(files
      ? []
      : [
          `proxy_cache_path ${folder}/releases levels=1:2 keys_zone=releases:16m max_size=4g inactive=30d use_temp_path=off;`,
        ]),
    '',
    ...server,
  ]);
  const lines = [
    '# Written by `npm run deploy:nginx` (deploy/README.md): change what it is told, not this file.',
    'worker_processes auto;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    ...(files ? ['load_module modules/ngx_http_brotli_static_module.so;'] : []),
    ...block('events', ['worker_connections 4096;']),
    ...http,
  ];
  return `${lines.join('\n')}\n`;
}
