import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { createServiceApp } from '@shop/release-console/server/app';
import { createIdentityProvider } from '@shop/release-console/server/auth/identity-provider';
import type { ServiceTables } from '@shop/release-console/server/database/database';
import { createPolicyVersions } from '@shop/release-console/server/policy/policy-versions';
import { createService } from '@shop/release-console/server/service';
import { readServiceSettings } from '@shop/release-console/server/settings';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { buildApp } from '@shop/store-api/app';
import type { StoreDatabase } from '@shop/store-api/database/database';
import { readStoreApiSettings } from '@shop/store-api/settings';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

/** The OpenAPI document of a server, which is a file of the repository. */
export interface ApiDocument {
  /** Path of the file from the root of the repository. */
  file: string;
  content: string;
}

/** Characters of a line that has a complete value. */
const lineWidth = 120;

/** Formats a value of JSON. A list or an object that fits has one line. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= lineWidth) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((entry) => formatJson(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${formatJson(entry, inner)}`);
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

interface DescribedApp {
  inject(request: { url: string; headers: Record<string, string> }): PromiseLike<{ json: () => unknown }>;
  close(): PromiseLike<unknown>;
}

async function readDocument(file: string, app: DescribedApp, host: string): Promise<ApiDocument> {
  const document = (await app.inject({ url: '/docs/json', headers: { host } })).json();
  await app.close();
  return { file, content: `${formatJson(document)}\n` };
}

async function loadStoreApiDocument(db: StoreDatabase): Promise<ApiDocument> {
  const settings = readStoreApiSettings({ LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off' });
  const app = await buildApp({ settings, db, operatorSecret: '' });
  return readDocument('store-api/openapi.json', app, 'localhost');
}

/** Creates a database without connections: every query has an empty result. */
const createEmptyDatabase = <Tables>(): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

const neverCalled = async (): Promise<never> => {
  throw new Error('Nothing changes an environment while the API is described.');
};

async function loadReleaseServiceDocument(): Promise<ApiDocument> {
  const { publicUrl } = readServiceSettings({});
  const db = createEmptyDatabase<ServiceTables>();
  const service = createService({
    db,
    store: createFileSystemStore(path.join(root, '.cache/no-release-store')),
    openEnvironment: neverCalled,
    createGates: () => neverCalled,
    policies: createPolicyVersions(db, { roles: {}, people: {} }),
    identityProvider: createIdentityProvider({ issuer: publicUrl, clientId: '', clientSecret: '' }, publicUrl),
    webhooks: [],
    shopUrl: 'http://localhost:3000',
    publicUrl,
  });
  const app = await createServiceApp(service);
  return readDocument('platform/release-console/openapi.json', app, new URL(publicUrl).host);
}

/**
 * Loads the OpenAPI documents of both servers from the schemas of their routes.
 *
 * @param db Migrated database of the store API. The server needs it to start.
 */
export const loadApiDocuments = async (db: StoreDatabase): Promise<ApiDocument[]> => [
  await loadStoreApiDocument(db),
  await loadReleaseServiceDocument(),
];
