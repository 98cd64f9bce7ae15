import { type NamedPort, readPort } from '@shop/server-settings/port';

/** The port of the specification, which browsers call by default. */
export const defaultStoreApiPort = 8044;

/** The account that a new database contains. */
export const demoAccount = { email: 'demo@example.com', password: 'demo-kitchen' };

/** Formats the account as people type it. */
export const formatDemoAccount = (): string => `${demoAccount.email}, password ${demoAccount.password}`;

/** Port of the store API: `STORE_API_PORT`, or the default. */
export const readStoreApiPort = (): NamedPort => readPort('STORE_API_PORT', defaultStoreApiPort);

/** Address of a store API on this machine. */
export const getStoreApiUrl = (port: number): string => `http://localhost:${port}/api/v1`;

/** The gateway has the port of `METRICS_PORT`. A store API on the same machine has the next one. */
export const getNextMetricsPort = ({ METRICS_PORT = '' }: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  METRICS_PORT: METRICS_PORT.replace(/\d+$/, (port) => String(Number(port) + 1)),
});
