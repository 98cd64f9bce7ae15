import { parseArgs } from 'node:util';

/** Settings of the web server tier in front of the gateways. */
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

/** The command line is invalid. The message says what is wrong and how to fix it. */
export class EdgeSettingsError extends Error {
  override name = 'EdgeSettingsError';
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

function fail(message: string): never {
  throw new EdgeSettingsError(message);
}

/**
 * Reads the arguments of `npm run nginx -w platform/deploy --`.
 *
 * @throws {EdgeSettingsError} When an argument is invalid.
 */
export function readEdgeSettings(args: readonly string[]): EdgeSettings {
  const {
    port = '8080',
    gateway: gateways = [],
    folder = '/var/cache/nginx',
    trust: trusted = [],
    ...values
  } = readOptions(args);
  const accessLog = values['access-log'];
  if (gateways.length === 0) fail(`Name at least one gateway: ${usage}`);
  return { port: Number(port), gateways, folder, ...(accessLog && { accessLog }), trusted };
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  try {
    const options = { port: text, gateway: list, folder: text, 'access-log': text, trust: list };
    const { values } = parseArgs({ args: [...args], options });
    for (const [name, [pattern, rule]] of Object.entries(rules)) {
      const unknown = [values[name as keyof typeof rules] ?? []].flat().find((value) => !pattern.test(value));
      if (unknown !== undefined) fail(`--${name} is "${unknown}": give ${rule}.`);
    }
    return values;
  } catch (error) {
    if (error instanceof EdgeSettingsError) throw error;
    return fail(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}
