import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Variables of this form whose file belongs to another program. */
const foreign = ['FONTCONFIG_FILE', 'SSL_CERT_FILE'];

/**
 * Secrets that may be empty. A server reads an empty variable as an absent one, so any other empty secret would change what it does:
 * without DATABASE_URL each store API has its own database.
 */
const mayBeEmpty = ['CUSTOMER_GROUPS_KEY'];

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

function readSecret(variable, file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    return fail(`${variable} is "${file}", which cannot be read (${error.code}): mount the secret there.`);
  }
}

if (!program) fail('Name the server to run: node platform/deploy/with-secrets.mjs platform/gateway/dist/server.mjs');
for (const [variable, file] of Object.entries(process.env)) {
  const [, name] = /^([A-Z][A-Z\d_]*)_FILE$/.exec(variable) ?? [];
  if (!name || !file || foreign.includes(variable)) continue;
  if (process.env[name]) fail(`${name} and ${variable} are both set: keep one.`);
  const secret = readSecret(variable, file);
  if (!secret && !mayBeEmpty.includes(name)) {
    fail(`${variable} is "${file}", which is empty: write the secret there.`);
  }
  process.env[name] = secret;
}
const programFile = path.resolve(program);
if (!existsSync(programFile)) {
  const { dir, name, ext } = path.parse(programFile);
  const files = existsSync(dir) ? readdirSync(dir) : [];
  const programs = files.filter((file) => path.extname(file) === ext && !file.startsWith('chunk-'));
  const names = programs.map((file) => path.basename(file, ext));
  const choice = names.length > 0 ? `choose from ${names.join(', ')}` : 'check the path';
  fail(`There is no program "${name}" in ${dir}: ${choice}.`);
}
process.argv.splice(1, 2, programFile);
await import(pathToFileURL(programFile).href);
