import { createServer } from 'node:net';
import { portSetting, readSettings } from './read-settings';

/** A port and the variable that chooses it. */
export interface NamedPort {
  variable: string;
  port: number;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // An interface that the machine does not have (no IPv6) is not a conflict.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
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

/** @throws An error that names the port in use and the variable that chooses another. */
export async function assertFree({ variable, port }: NamedPort): Promise<void> {
  const free = await Promise.all(['127.0.0.1', '::1'].map((host) => isFree(port, host)));
  if (free.includes(false)) {
    throw new Error(`Port ${port} is in use: stop what listens there, or choose another with ${variable}=….`);
  }
}
