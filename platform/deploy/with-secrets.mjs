import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Variables that hold secrets; `PGPASSWORD` is the PostgreSQL client's own. */
const secrets = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'CUSTOMER_GROUPS_KEY',
  'DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'PGPASSWORD',
];

/**
 * Runs a server with its secrets from files: the text of the file that `PGPASSWORD_FILE` names becomes `PGPASSWORD`, as in
 * the images of databases. Everyone who can inspect a container can read its variables.
 *
 * `node platform/deploy/with-secrets.mjs platform/gateway/dist/server.mjs`
 */
const [program] = process.argv.slice(2);

function fail(message) {
  console.error(message);
  process.exit(2);
}

if (!program) fail('Name the server to run: node platform/deploy/with-secrets.mjs platform/gateway/dist/server.mjs');
for (const name of secrets) {
  const variable = `${name}_FILE`;
  const file = process.env[variable];
  if (!file) continue;
  if (process.env[name]) fail(`${name} and ${variable} are both set: keep one.`);
  try {
    process.env[name] = readFileSync(file, 'utf8').trim();
  } catch (error) {
    fail(`${variable} is "${file}", which cannot be read (${error.code}): mount the secret there.`);
  }
}
process.argv.splice(1, 2, path.resolve(program));
await import(pathToFileURL(path.resolve(program)).href);
