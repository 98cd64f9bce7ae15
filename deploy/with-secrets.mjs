import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What our servers take as a secret; `PGPASSWORD` is the PostgreSQL client's own. */
const secrets = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'DATABASE_URL', 'PGPASSWORD'];

/**
 * Runs a server with its secrets from files: `PGPASSWORD_FILE` names the file whose text becomes `PGPASSWORD`, as the
 * images of databases do it. What stands in a variable of a container is seen by everybody who may look at it.
 *
 * `node deploy/with-secrets.mjs gateway/dist/server.mjs`
 */
const [program] = process.argv.slice(2);

function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

if (!program) refuse('Name the server to run: node deploy/with-secrets.mjs gateway/dist/server.mjs');
for (const name of secrets) {
  const variable = `${name}_FILE`;
  const file = process.env[variable];
  if (!file) continue;
  if (process.env[name]) refuse(`${name} and ${variable} are both set: keep one.`);
  try {
    process.env[name] = readFileSync(file, 'utf8').trim();
  } catch (error) {
    refuse(`${variable} is "${file}", which cannot be read (${error.code}): mount the secret there.`);
  }
}
process.argv.splice(1, 2, path.resolve(program));
await import(pathToFileURL(path.resolve(program)).href);
