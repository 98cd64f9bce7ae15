import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Variables of this form whose file belongs to another program. */
const foreign = ['FONTCONFIG_FILE', 'SSL_CERT_FILE'];

/**
 * Runs a server with its secrets from files: the text of the file that `NAME_FILE` names becomes `NAME`, for every variable, as
 * in the images of databases. Everyone who can inspect a container can read its variables.
 *
 * `node platform/deploy/with-secrets.mjs platform/gateway/dist/server.mjs`
 */
const [program] = process.argv.slice(2);

function fail(message) {
  console.error(message);
  process.exit(2);
}

if (!program) fail('Name the server to run: node platform/deploy/with-secrets.mjs platform/gateway/dist/server.mjs');
for (const [variable, file] of Object.entries(process.env)) {
  const [, name] = /^([A-Z][A-Z\d_]*)_FILE$/.exec(variable) ?? [];
  if (!name || !file || foreign.includes(variable)) continue;
  if (process.env[name]) fail(`${name} and ${variable} are both set: keep one.`);
  try {
    process.env[name] = readFileSync(file, 'utf8').trim();
  } catch (error) {
    fail(`${variable} is "${file}", which cannot be read (${error.code}): mount the secret there.`);
  }
}
process.argv.splice(1, 2, path.resolve(program));
await import(pathToFileURL(path.resolve(program)).href);
