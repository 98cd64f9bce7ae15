import { type NamedPort, readPort } from '@shop/server-settings/port';

/** The port of the specification, which browsers call by default. */
const defaultStoreApiPort = 8044;

/** The account that a new database contains. */
export const demoAccount = { email: 'demo@example.com', password: 'demo-kitchen' };

/** Formats the account as people type it. */
export const formatDemoAccount = (): string => `${demoAccount.email}, password ${demoAccount.password}`;

/** Port of the store API: `STORE_API_PORT`, or the default. */
export const readStoreApiPort = (): NamedPort => readPort('STORE_API_PORT', defaultStoreApiPort);

/** Address of a store API on this machine. */
export const getStoreApiUrl = (port: number): string => `http://localhost:${port}/api/v1`;

/**
 * Gives the variables by which the servers of a shop on this machine find each other. Those that people set stay; a blank one
 * counts as absent.
 *
 * @param ports  `page` is the port of the gateway, `api` that of the store API.
 */
export function getAddressVariables(ports: { page: number; api: number }, given: NodeJS.ProcessEnv = process.env) {
  const read = (name: string) => given[name]?.trim() || undefined;
  const apiUrl = getStoreApiUrl(ports.api);
  // Browsers call the API on the specification's port, unless the gateway passes them another address.
  const publicUrl = read('PUBLIC_API_URL') ?? (ports.api === defaultStoreApiPort ? undefined : apiUrl);
  return {
    storeApi: { SHOP_URL: read('SHOP_URL') ?? `http://localhost:${ports.page}` },
    gateway: { STORE_API_URL: read('STORE_API_URL') ?? apiUrl, ...(publicUrl ? { PUBLIC_API_URL: publicUrl } : {}) },
  };
}

/** The gateway has the port of `METRICS_PORT`. A store API on the same machine has the next one. */
export const getNextMetricsPort = ({ METRICS_PORT = '' }: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  METRICS_PORT: METRICS_PORT.trim().replace(/\d+$/, (port) => String(Number(port) + 1)),
});
