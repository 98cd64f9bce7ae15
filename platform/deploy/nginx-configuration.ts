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
  /** Absolute folder for the server's own files: cache, temporary files, process id. */
  folder: string;
  /** Access log file; left out, there is no access log. */
  accessLog?: string;
  /** Addresses or networks of load balancers whose X-Forwarded-For, X-Forwarded-Proto and trace context are trusted. */
  trusted: readonly string[];
}

const usage = 'npm run nginx -w platform/deploy -- --gateway 10.0.0.1:3000 --gateway 10.0.0.2:3000 [--port 8080]';

const path = [
  /^\/[A-Za-z0-9._/-]*$/,
  'an absolute path of letters, digits, dots and dashes, such as /srv/releases',
] as const;

/** What each option may contain: no character with a meaning in nginx's syntax, so that no value becomes a directive. nginx checks the rest. */
const rules = {
  port: [/^[1-9]\d{0,4}$/, 'a port from 1 to 65535'],
  gateway: [/^[A-Za-z0-9.:[\]-]+:[1-9]\d{0,4}$/, 'host:port, such as 10.0.0.1:3000'],
  folder: path,
  'access-log': path,
  trust: [/^[0-9a-fA-F.:]+(\/\d{1,3})?$/, 'an address or a network, such as 10.0.0.0/8'],
} as const;

function parseOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  try {
    const options = { port: text, gateway: list, folder: text, 'access-log': text, trust: list };
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
  for (const [name, [pattern, rule]] of Object.entries(rules)) {
    const invalid = [values[name as keyof typeof rules] ?? []].flat().find((value) => !pattern.test(value));
    if (invalid !== undefined) throw new Error(`--${name} is "${invalid}": give ${rule}.`);
  }
  const { port = '8080', gateway: gateways = [], folder = '/var/cache/nginx', trust: trusted = [] } = values;
  const accessLog = values['access-log'];
  if (gateways.length === 0) throw new Error(`Name at least one gateway: ${usage}`);
  return { port: Number(port), gateways, folder, ...(accessLog && { accessLog }), trusted };
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

/** Fills `nginx.conf.template`. @returns The content of `nginx.conf`. */
export function formatNginxConfiguration({ port, gateways, folder, accessLog, trusted }: EdgeSettings): string {
  const lines: Readonly<Record<string, readonly string[]>> = {
    port: [String(port)],
    folder: [folder],
    accessLog: [accessLog ? `${accessLog} edge` : 'off'],
    trustedAddresses: trusted.map((network) => `set_real_ip_from ${network};`),
    trustedNetworks: trusted.map((network) => `${network} 1;`),
    gateways: gateways.map((gateway) => `server ${gateway} max_fails=2 fail_timeout=2s;`),
    unavailableHeaders: Object.entries(unavailableHeaders).map(
      ([name, value]) => `add_header ${name} "${value}" always;`,
    ),
    unavailablePage: [`"${unavailablePage.replaceAll('"', '\\"')}"`],
  };
  const template = readFileSync(join(import.meta.dirname, 'nginx.conf.template'), 'utf8');
  return template.replace(/( *)\{\{(\w+)\}\}/g, (_, indentation: string, name: string) => {
    const values = lines[name];
    if (!values) throw new Error(`nginx.conf.template has the unknown name ${name}.`);
    return values.map((line) => indentation + line).join('\n');
  });
}
