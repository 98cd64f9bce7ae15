import { createServer } from 'node:net';
import { portSetting, readSettings } from './read-settings';

/** A port and the variable that chooses it. */
export interface NamedPort {
  variable: string;
  port: number;
  /** Address to listen on. Absent: the loopback addresses. */
  host?: string | undefined;
}

/** Listens for a moment. @throws The error of Node when the port or the address cannot be used. */
function tryListen(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}

/**
 * Reads a port from the process variables.
 *
 * @param fallback Port of an absent variable.
 * @throws {SettingsError} When the variable holds no port.
 */
export function readPort(variable: string, fallback: number): NamedPort {
  const { [variable]: port = fallback } = readSettings({ [variable]: portSetting(fallback) }, process.env);
  return { variable, port };
}

/**
 * Describes why a server cannot listen, and what to do.
 *
 * @param error What Node reports.
 * @returns Undefined for an error that has another cause than the port and the address.
 */
export function describePortError(
  error: unknown,
  { variable, port, host = '127.0.0.1' }: NamedPort,
): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
      return `Port ${port} is not permitted for this user: set ${variable} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine does not have the address ${host}: set HOST to an address of this machine.`;
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program: stop the program, or set ${variable} to a free port.`;
    case 'ERR_SOCKET_BAD_PORT':
      return `Port ${port} is above 65535: set ${variable} to a lower port.`;
    default:
      return undefined;
  }
}

/** A machine may have no IPv6. @throws The error of a port that is in use. */
function ignoreMissingAddress(error: NodeJS.ErrnoException): void {
  if (error.code === 'EADDRINUSE') throw error;
}

/** @throws An error that says what to do when a port or its address cannot be used, or two ports are the same. */
export async function assertFree(...ports: readonly NamedPort[]): Promise<void> {
  for (const [index, named] of ports.entries()) {
    const { variable, port, host } = named;
    const same = ports.slice(0, index).find((other) => other.port === port);
    if (same) throw new Error(`${same.variable} and ${variable} both need port ${port}: set one to another port.`);
    try {
      await tryListen(port, host ?? '127.0.0.1');
      if (host === undefined) await tryListen(port, '::1').catch(ignoreMissingAddress);
    } catch (error) {
      const problem = describePortError(error, named);
      if (problem === undefined) throw error;
      throw new Error(problem, { cause: error });
    }
  }
}
