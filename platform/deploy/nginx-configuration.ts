import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRetryPage, retryPagePolicy } from '@shop/gateway/http/retry-page';
import { commonHeaders } from '@shop/gateway/http/security-headers';

/** Settings of nginx in front of the gateways. */
export interface EdgeSettings {
  /** TCP port to listen on. */
  port: number;
  /** `host:port` of each gateway. */
  gateways: readonly string[];
  /** Absolute folder for the server's own files: cache and temporary files. */
  folder: string;
  /** Absolute file of the process id, by which a service manager knows the server; left out, it is in `folder`. */
  pid?: string;
  /** Access log file; left out, there is no access log. */
  accessLog?: string;
  /** Addresses or networks of load balancers whose X-Forwarded-For, X-Forwarded-Proto and trace context are trusted. */
  trusted: readonly string[];
  /** Absolute folder of `trusted-addresses.conf` and `trusted-networks.conf`, which add to `trusted` at nginx's start. */
  trustFolder?: string;
  /** The servers of the store API, and the port on which nginx serves them. Left out, nginx serves the shop only. */
  storeApi?: { port: number; servers: readonly string[] };
}

const usage = 'npm run nginx -w platform/deploy -- --gateway 10.0.0.1:3000 --gateway 10.0.0.2:3000 [--port 8080]';

const path = [
  /^\/[A-Za-z0-9._/-]*$/,
  'an absolute path of letters, digits, dots and dashes, such as /srv/releases',
] as const;

const server = [/^[A-Za-z0-9.:[\]-]+:[1-9]\d{0,4}$/, 'host:port, such as 10.0.0.1:3000'] as const;
const port = [/^[1-9]\d{0,4}$/, 'a port from 1 to 65535'] as const;

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;

/** The options and what each may contain: no character with a meaning in nginx's syntax, so that no value becomes a directive. nginx checks the rest. */
const options = {
  port: { ...text, rule: port },
  gateway: { ...list, rule: server },
  folder: { ...text, rule: path },
  pid: { ...text, rule: path },
  'access-log': { ...text, rule: path },
  trust: { ...list, rule: [/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, 'an address or a network, such as 10.0.0.0/8'] },
  'trust-folder': { ...text, rule: path },
  api: { ...list, rule: server },
  'api-port': { ...text, rule: port },
} as const;

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}

/**
 * Reads the arguments of `npm run nginx -w platform/deploy --`.
 *
 * @throws When an argument is invalid. The message says what to give instead.
 */
export function readEdgeSettings(args: readonly string[]): EdgeSettings {
  const values = parseOptions(args);
  for (const [name, { rule }] of Object.entries(options)) {
    const [pattern, what] = rule;
    const invalid = [values[name as keyof typeof options] ?? []].flat().find((value) => !pattern.test(value));
    if (invalid !== undefined) throw new Error(`--${name} is "${invalid}": give ${what}.`);
  }
  const { port = '8080', gateway: gateways = [], trust: trusted = [] } = values;
  // The services of Debian and of nginx.org wait for this file. A user who gives a folder may have no right to write to /run.
  const { folder = '/var/cache/nginx', pid = values.folder === undefined ? '/run/nginx.pid' : undefined } = values;
  const {
    'access-log': accessLog,
    'trust-folder': trustFolder,
    api: servers = [],
    'api-port': apiPort = '8044',
  } = values;
  if (gateways.length === 0) throw new Error(`Name at least one gateway: ${usage}`);
  return {
    port: Number(port),
    gateways,
    folder,
    ...(pid && { pid }),
    trusted,
    ...(accessLog && { accessLog }),
    ...(trustFolder && { trustFolder }),
    ...(servers.length > 0 && { storeApi: { port: Number(apiPort), servers } }),
  };
}

/** Seconds after which a client asks again when no gateway answers. nginx skips a failed gateway for two seconds. */
const retryAfter = 3;

/** Headers and page for the time in which no gateway answers. */
const unavailableHeaders = {
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': retryPagePolicy,
  'retry-after': String(retryAfter),
};
const unavailablePage = createRetryPage(
  {
    title: 'The shop cannot be reached',
    reason: 'It does not answer right now.',
    hindiReason: 'शॉप तक अभी पहुँचा नहीं जा सका।',
  },
  retryAfter,
);

/** Formats the servers of an `upstream` block. nginx skips one for two seconds when two requests to it failed. */
const formatServers = (servers: readonly string[]) =>
  servers.map((server) => `server ${server} max_fails=2 fail_timeout=2s;`);

/**
 * Formats the store API's part of the configuration. A request goes to another server when the first one cannot be reached. A
 * request that may have changed something is repeated only when no server got it.
 */
function formatStoreApi({ port, servers }: NonNullable<EdgeSettings['storeApi']>): string[] {
  return `
upstream store_apis {
  zone store_apis 64k;
  ${formatServers(servers).join('\n  ')}
}

server {
  listen ${port};
  client_max_body_size 256k;
  proxy_read_timeout 30s;
  # 503 and 504 are responses of the store API, as when its database does not respond.
  proxy_next_upstream error timeout invalid_header;
  proxy_set_header Host $http_host;
  # A server that shuts down closes idle connections, so each request has its own.
  proxy_set_header Connection close;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $shopper_scheme;
  proxy_set_header X-Forwarded-Host "";
  proxy_set_header X-Request-Id $request_id;
  proxy_set_header traceparent $trusted_traceparent;
  proxy_set_header tracestate $trusted_tracestate;

  error_page 502 504 = @unavailable;
  location @unavailable {
    add_header Cache-Control no-store always;
    add_header Retry-After ${retryAfter} always;
    # The shop's pages read the message from another origin, with cookies. The store API allows the same methods and headers.
    add_header Access-Control-Allow-Origin $http_origin always;
    add_header Access-Control-Allow-Credentials true always;
    add_header Access-Control-Allow-Methods "GET, HEAD, POST" always;
    add_header Access-Control-Allow-Headers "content-type, authorization, idempotency-key" always;
    add_header Access-Control-Expose-Headers retry-after always;
    add_header Vary Origin always;
    types {}
    default_type application/json;
    # A browser sends the call itself after a successful preflight only.
    if ($request_method = OPTIONS) {
      return 204;
    }
    return 503 '{"error":"The shop does not respond right now. Please try again."}';
  }

  # Their query has a shopper's e-mail address or phone number. The error log has the complete address of a failed request.
  # A prefix with a slash at its end would redirect the call without it.
  location ~ ^/api/v1/orders/. {
    proxy_pass http://store_apis;
    error_log stderr emerg;
  }
  location / {
    proxy_pass http://store_apis;
  }
}`.split('\n');
}

/** Fills `nginx.conf.template`. @returns The content of `nginx.conf`. */
export function formatNginxConfiguration(settings: EdgeSettings): string {
  const {
    port,
    gateways,
    folder,
    pid = join(folder, 'nginx.pid'),
    accessLog,
    trusted,
    trustFolder,
    storeApi,
  } = settings;
  const includeTrusted = (name: string) => (trustFolder ? [`include ${trustFolder}/trusted-${name}.conf;`] : []);
  const lines: Readonly<Record<string, readonly string[]>> = {
    port: [String(port)],
    folder: [folder],
    pid: [pid],
    accessLog: [accessLog ? `${accessLog} edge` : 'off'],
    trustedAddresses: [...trusted.map((network) => `set_real_ip_from ${network};`), ...includeTrusted('addresses')],
    trustedNetworks: [...trusted.map((network) => `${network} 1;`), ...includeTrusted('networks')],
    gateways: formatServers(gateways),
    storeApi: storeApi ? formatStoreApi(storeApi) : [],
    unavailableHeaders: Object.entries(unavailableHeaders).map(
      ([name, value]) => `add_header ${name} "${value}" always;`,
    ),
    unavailablePage: [`"${unavailablePage.replaceAll('"', '\\"')}"`],
  };
  const template = readFileSync(join(import.meta.dirname, 'nginx.conf.template'), 'utf8');
  return template.replace(/( *)\{\{(\w+)\}\}/g, (_, indentation: string, name: string) => {
    const values = lines[name];
    if (!values) throw new Error(`nginx.conf.template has the unknown name ${name}.`);
    return values.map((line) => (line ? indentation + line : '')).join('\n');
  });
}
