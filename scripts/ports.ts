import { createServer } from 'node:net';

/** A port of ours and the variable that chooses it. */
export interface NamedPort {
  variable: string;
  port: number;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // An interface that does not exist here (no IPv6) cannot be taken either.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Reads a port from the environment. @throws A sentence that says what to give. */
export function readPort(variable: string, fallback: number): NamedPort {
  const port = Number(process.env[variable] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return { variable, port };
  throw new Error(
    `${variable} is "${process.env[variable]}": give a port from 1 to 65535, or leave it out for ${fallback}.`,
  );
}

/** @throws A sentence that names the port in use and the variable that chooses another. */
export async function assertFree({ variable, port }: NamedPort): Promise<void> {
  const free = await Promise.all(['127.0.0.1', '::1'].map((host) => isFree(port, host)));
  if (free.includes(false)) {
    throw new Error(`Port ${port} is in use: stop what listens there, or choose another with ${variable}=….`);
  }
}
