import path from 'node:path';
import { parseArgs } from 'node:util';

/** The tier of web servers in front of the gateways, as a deployment wants it. */
export interface EdgeSettings {
  /** TCP port to listen on. */
  port: number;
  /** `host:port` of each gateway. */
  gateways: readonly string[];
  /** Absolute folder for the server's own files: cache, temporary files, process id. */
  folder: string;
  /** Absolute folder of a release store on files, to serve releases from without asking a gateway. */
  files?: string;
  /** File that a line for each request is written to; left out, none is written. */
  accessLog?: string;
  /** Addresses or networks of load balancers: what they say about the shopper's address and scheme is believed. */
  trusted: readonly string[];
}

/** The command line was not understood; the message is one sentence. */
export class EdgeSettingsError extends Error {}

const usage = 'npm run deploy:nginx -- --gateway 10.0.0.1:3000 --gateway 10.0.0.2:3000 [--port 8080]';

/** Letters that mean something in nginx's language are refused: a value must not become a directive. */
const plainPath = /^\/[A-Za-z0-9._/-]*$/;
const address = /^([A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9a-fA-F:]+\]):([1-9]\d{0,4})$/;
const network = /^[0-9a-fA-F.:]+(\/\d{1,3})?$/;

function refuse(sentence: string): never {
  throw new EdgeSettingsError(sentence);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  return refuse(`--port is "${text}": give a port from 1 to 65535.`);
}

/** A whole path without a slash at its end. */
function readPath(name: string, text: string): string {
  if (plainPath.test(text) && path.normalize(text) === text) return text.replace(/(?<=.)\/$/, '');
  return refuse(
    `--${name} is "${text}": give a whole path of letters, digits, dots and dashes, such as /srv/releases.`,
  );
}

/**
 * Reads what was typed after `npm run deploy:nginx --`.
 *
 * @throws {EdgeSettingsError} A sentence that names what was not understood.
 */
export function readEdgeSettings(args: readonly string[]): EdgeSettings {
  const values = readOptions(args);
  const gateways = values.gateway ?? [];
  if (gateways.length === 0) refuse(`Name at least one gateway: ${usage}`);
  for (const gateway of gateways) {
    const [, , port = ''] = gateway.match(address) ?? [];
    if (!port || Number(port) > 65_535) refuse(`--gateway is "${gateway}": give host:port, such as 10.0.0.1:3000.`);
  }
  const trusted = values.trust ?? [];
  const unknown = trusted.find((one) => !network.test(one));
  if (unknown !== undefined) refuse(`--trust is "${unknown}": give an address or a network, such as 10.0.0.0/8.`);
  return {
    port: readPort(values.port ?? '8080'),
    gateways,
    folder: readPath('folder', values.folder ?? '/var/cache/nginx'),
    ...(values.files === undefined ? {} : { files: readPath('files', values.files) }),
    ...(values['access-log'] === undefined ? {} : { accessLog: readPath('access-log', values['access-log']) }),
    trusted,
  };
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  try {
    const options = { port: text, gateway: list, folder: text, files: text, 'access-log': text, trust: list };
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}
