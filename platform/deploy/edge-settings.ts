import { isIPv4, isIPv6 } from 'node:net';
import path from 'node:path';
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

/** Excludes characters with a meaning in nginx's syntax, so that no value becomes a directive. */
const plainPath = /^\/[A-Za-z0-9._/-]*$/;
const address = /^([A-Za-z0-9.-]+|\[[0-9a-fA-F.:]+\]):([1-9]\d{0,4})$/;
/** Labels of a host name. RFC 1123, 2.1. */
const hostName = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

function fail(message: string): never {
  throw new EdgeSettingsError(message);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  return fail(`--port is "${text}": give a port from 1 to 65535.`);
}

/** Whether nginx accepts a host. Digits and dots are an address, not a name. */
function isHost(text: string): boolean {
  if (text.startsWith('[')) return isIPv6(text.slice(1, -1));
  return /^[\d.]+$/.test(text) ? isIPv4(text) : hostName.test(text);
}

function readGateways(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) fail(`Name at least one gateway: ${usage}`);
  for (const [index, text] of texts.entries()) {
    const [, host = '', port = ''] = text.match(address) ?? [];
    if (!isHost(host) || Number(port) > 65_535) {
      fail(`--gateway is "${text}": give host:port, such as 10.0.0.1:3000.`);
    }
    if (texts.indexOf(text) < index) fail(`--gateway is "${text}" twice: name each gateway once.`);
  }
  return texts;
}

/** Whether nginx accepts an address or a network. */
function isNetwork(text: string): boolean {
  // Node accepts an interface after `%`; nginx does not.
  const [, base = '', bits = '0'] = text.match(/^([^/%]+)(?:\/(\d{1,3}))?$/) ?? [];
  return (isIPv4(base) && Number(bits) <= 32) || (isIPv6(base) && Number(bits) <= 128);
}

function readNetworks(texts: readonly string[]): readonly string[] {
  const unknown = texts.find((text) => !isNetwork(text));
  if (unknown === undefined) return texts;
  return fail(
    `--trust is "${unknown}": give an address or a network of at most 32 bits (IPv6: 128), such as 10.0.0.0/8.`,
  );
}

/** Reads an absolute path and removes a trailing slash. */
function readPath(name: string, text: string): string {
  if (plainPath.test(text) && path.normalize(text) === text) return text.replace(/(?<=.)\/$/, '');
  return fail(
    `--${name} is "${text}": give an absolute path of letters, digits, dots and dashes, such as /srv/releases.`,
  );
}

/**
 * Reads the arguments of `npm run nginx -w platform/deploy --`.
 *
 * @throws {EdgeSettingsError} When an argument is invalid.
 */
export function readEdgeSettings(args: readonly string[]): EdgeSettings {
  const values = readOptions(args);
  return {
    port: readPort(values.port ?? '8080'),
    gateways: readGateways(values.gateway ?? []),
    folder: readPath('folder', values.folder ?? '/var/cache/nginx'),
    ...(values['access-log'] === undefined ? {} : { accessLog: readPath('access-log', values['access-log']) }),
    trusted: readNetworks(values.trust ?? []),
  };
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const list = { type: 'string', multiple: true } as const;
  try {
    const options = { port: text, gateway: list, folder: text, 'access-log': text, trust: list };
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}. Write: ${usage}`);
  }
}
