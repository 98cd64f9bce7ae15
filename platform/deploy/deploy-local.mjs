import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
// An old Node, which gets a message, has no `parseEnv`.
import util from 'node:util';
import { assertNode } from '../../tooling/ensure-installed.mjs';
import { createSecrets, hasKeys, sharedNames, writeFileHashes } from './local-secrets.mjs';

assertNode();

/**
 * Runs the shop in containers on this machine: `npm run deploy:local`. Plain JavaScript, because the machine needs Docker and
 * Node, and no package.
 *
 * It runs `docker compose` in platform/deploy, so `.env` there and the variables of compose apply to every step.
 */
const usage = `npm run deploy:local                        builds, starts, and at the first start publishes and promotes
npm run deploy:local -- update [--force]    replaces the services one after the other; --force those too that have not changed
npm run deploy:local -- backup NAME         writes orders, the release service's database and the releases to backups/NAME
npm run deploy:local -- restore NAME        closes the shop, replaces all three with those of backups/NAME, opens it again
npm run deploy:local -- rotate-key REASON   replaces the key that signs releases
npm run deploy:local -- down                stops everything; the data stay`;

const folder = import.meta.dirname;
/** Files with the settings of compose, which takes a list with commas. A later file replaces settings of an earlier one. */
const settingsFiles = (process.env.COMPOSE_ENV_FILES || '.env').split(',').map((name) => path.resolve(folder, name));
const settings = Object.assign({}, ...settingsFiles.map(readSettings));

/** Reads a file of settings. Ends the process with a message when this user may not read it. */
function readSettings(file) {
  if (!existsSync(file)) {
    // Compose refuses a list with a file that does not exist.
    if (settingsFiles.length === 1) return {};
    console.error(`${file} does not exist: create it, or correct COMPOSE_ENV_FILES.`);
    return process.exit(1);
  }
  try {
    // Not into `process.env`: compose would take what Node has parsed, and the two parse differently.
    return util.parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const advice = 'let this user read it, or name another file with COMPOSE_ENV_FILES';
    console.error(`${file} cannot be read (${error.code}): ${advice}.`);
    return process.exit(1);
  }
}

/** Reads a setting as compose does: what the shell sets comes first. */
const getSetting = (name) => process.env[name] || settings[name];
const secrets = path.resolve(folder, getSetting('SECRETS') || 'secrets');
const backups = path.resolve(folder, getSetting('BACKUPS') || 'backups');
/** Name of the shop among the projects of compose. */
const [, defaultProject] = /^name: (\S+)$/m.exec(readFileSync(path.join(folder, 'compose.yaml'), 'utf8')) ?? [];
const project = getSetting('COMPOSE_PROJECT_NAME') || defaultProject;
/** Where compose.yaml reads the hashes of mounted files. */
const hashes = path.join(folder, '.hashes', project);
const serverImage = `${project}-server:${getSetting('IMAGE_TAG') || 'latest'}`;

/** The user of the signer, who owns the keys, and the user of the other programs of our own. */
const users = { signer: 1001, node: 1000 };

/** Services in the order of an update. While one of a pair is replaced, the other one serves. */
const pairs = ['store-api-1', 'store-api-2', 'gateway-1', 'gateway-2', 'edge-1', 'edge-2'];
const others = ['object-store', 'database', 'signer', 'watch', 'release-service'];

/** A step failed. The message says what to do. */
class DeployError extends Error {}

/** Runs docker. @returns Its exit code and its output. @throws {DeployError} When it cannot be started. */
function docker(args, stdio) {
  const { status, stdout, error } = spawnSync('docker', args, { cwd: folder, encoding: 'utf8', stdio });
  if (error)
    throw new DeployError(`docker cannot be started (${error.code}): install Docker with compose 2.24 or newer.`);
  return { isOk: status === 0, output: stdout?.trim() };
}

/** Runs docker compose with its output on this terminal. @throws {DeployError} When it fails. */
function compose(...args) {
  if (docker(['compose', ...args], 'inherit').isOk) return;
  throw new DeployError(`"docker compose ${args.join(' ')}" failed: read the lines above.`);
}

/** Runs docker compose. @returns Its output, or null when it fails. */
function ask(...args) {
  const { isOk, output } = docker(['compose', ...args], 'pipe');
  return isOk ? output : null;
}

const run = (service, ...args) => compose('run', '--rm', '-T', service, ...args);
const say = (text) => process.stdout.write(`${text}\n`);
// A reader that ends, such as "head", does not end a deployment halfway.
process.stdout.on('error', () => undefined);
const listServices = (...args) => (ask(...args, '--services') ?? '').split('\n');
const listRunning = () => listServices('ps', '--status', 'running');

/** Reads what compose makes of its file and the settings. @throws {DeployError} When compose refuses them. */
function readConfig() {
  const config = ['--profile', '*', 'config'];
  const text = ask(...config, '--format', 'json');
  if (text === null) compose(...config, '--quiet');
  return JSON.parse(text);
}

/**
 * Creates what this shop lacks. Another clone of this repository has other secrets: with them, compose would replace the services of a
 * shop that runs.
 *
 * @throws {DeployError} When there are no secrets, and the shop has data.
 */
function createOwnSecrets() {
  if (!hasKeys(secrets)) {
    const filter = `label=com.docker.compose.project=${project}`;
    const { isOk, output } = docker(['volume', 'ls', '--quiet', '--filter', filter], ['ignore', 'pipe', 'inherit']);
    if (!isOk) throw new DeployError('"docker volume ls" failed: read the lines above.');
    if (output !== '') {
      throw new DeployError(
        `Docker has the volumes of the shop "${project}", and ${secrets} has no keys of it: set SECRETS to its folder, or copy its secrets/ and .env here; a second shop needs COMPOSE_PROJECT_NAME, NETWORK and addresses of its own.`,
      );
    }
  }
  // `createSecrets` writes the first file of the list, where that file does not exist.
  const [settingsFile] = settingsFiles;
  createSecrets({ secrets, backups, settingsFile }, getSetting);
  share(...sharedNames.map((name) => path.join(secrets, name)));
}

/**
 * Whether this user may read the secrets. Docker mounts them for everyone who may use it.
 *
 * @throws {DeployError} When the folder of the secrets is not that of a shop.
 */
function canReadSecrets() {
  try {
    if (hasKeys(secrets)) return true;
  } catch (error) {
    if (error.code === 'EACCES') return false;
    throw error;
  }
  throw new DeployError(
    `${secrets} has no keys of a shop: copy secrets/ and .env of the shop here, or set SECRETS to the folder.`,
  );
}

/** @throws {DeployError} When the folder of the secrets is not that of a shop. */
function assertSecrets() {
  if (canReadSecrets()) share(...sharedNames.map((name) => path.join(secrets, name)));
}

/** Lets compose replace the services whose mounted files have changed. The hashes stay for a user who may not read the files. */
function writeHashes() {
  if (canReadSecrets()) writeFileHashes(hashes, readConfig());
}

/** @throws {DeployError} When the folder of a backup is not here. */
function assertBackup(name) {
  try {
    statSync(path.join(backups, name));
  } catch (error) {
    // The folder of the backups is for the user who writes them.
    if (error.code === 'EACCES') return;
    throw new DeployError(
      `${backups} has no backup ${name}: copy backups/${name} here, or set BACKUPS to the folder that has it.`,
    );
  }
}

/**
 * Gives the keys to the signer's user and the public ones to every reader, and the backups to the user who writes them. Docker does it
 * when this user may not.
 *
 * @param copied Name of a backup whose files another user of this machine may have copied here.
 */
function setOwners(copied) {
  const node = `${users.node}:${users.node}`;
  const scripts = [
    [
      path.join(secrets, 'release-keys'),
      `chown -R ${users.signer}:${users.node} . && chmod 755 . && chmod -R a+rX trusted`,
    ],
    [backups, `chown ${node} .`],
    ...(copied ? [[backups, `[ ! -e ${copied} ] || chown -R ${node} ${copied}`]] : []),
  ];
  for (const [target, script] of scripts) {
    const place = ['--volume', `${target}:/target`, '--workdir', '/target'];
    const isOk =
      process.getuid?.() === 0
        ? spawnSync('sh', ['-c', script], { cwd: target, stdio: 'inherit' }).status === 0
        : docker(['run', '--rm', '--user', '0:0', ...place, '--entrypoint', 'sh', serverImage, '-c', script], 'inherit')
            .isOk;
    if (!isOk) throw new DeployError(`The owner of ${target} cannot be changed: run as root, there: ${script}`);
  }
}

/** Builds the images one after the other: the classic builder would do what they share once for each. */
function build() {
  for (const name of ['release', 'gateway-1', 'edge-1']) compose('--profile', 'release', 'build', name);
}

/** Publishes and promotes every app, unless something is live. */
const release = () => compose('run', '--rm', '-T', '--entrypoint', 'sh', 'release', 'platform/deploy/publish-first.sh');

/**
 * Waits until every service is healthy. A gateway is unhealthy before the first promotion, and stays so until its next check.
 *
 * @throws {DeployError} When a service is unhealthy for a minute.
 */
async function waitUntilHealthy() {
  for (let tries = 0; tries < 12 && ask('up', '-d', '--wait') === null; tries++) await sleep(5000);
  compose('up', '-d', '--wait');
}

/** Prepares files and images for `compose up`. */
function prepare() {
  createOwnSecrets();
  build();
  setOwners();
  writeHashes();
}

async function up() {
  prepare();
  // Gateways are healthy after the first promotion.
  compose('up', '-d');
  release();
  await waitUntilHealthy();
  printAddresses();
}

function printAddresses() {
  const { SHOP_URL, PUBLIC_API_URL, SANDBOX, UPI_PAYEE } = readConfig().services['store-api-1'].environment;
  say(`\nThe shop is at ${SHOP_URL}, its API at ${PUBLIC_API_URL} with its documentation in /docs of that host.`);
  if (SANDBOX === 'on') say('Sign in with demo@example.com / demo-kitchen. The sandbox bank moves no money.');
  else say(UPI_PAYEE ? `Shoppers pay ${UPI_PAYEE} or on delivery.` : 'Shoppers pay on delivery: UPI_PAYEE is not set.');
  say('E-mails go where secrets/mail-transport says, at first to files in the volumes of the store APIs.');
  say('Releases: cd platform/deploy && docker compose run --rm release --help');
  say('New sources: docker compose run --rm --build --no-deps release publish mf-catalog --version 1.1.0');
}

/** Replaces one service after the other. A balancer in front finds one edge, gateway and store API at any time. */
function update(given) {
  prepare();
  const running = listRunning();
  const options = ['-d', '--no-deps', '--wait', ...(given.includes('--force') ? ['--force-recreate'] : [])];
  for (const name of pairs) compose('up', ...options, name);
  for (const name of others.filter((other) => running.includes(other))) compose('up', ...options, name);
}

function backup(name) {
  assertSecrets();
  run('backup', 'to', name);
  run('release', 'backup', '--to', `/backups/${name}/releases`);
  say(`${path.join(backups, name)} has the shop. Copy it, secrets/ and .env to two other machines.`);
}

/** Replaces the data by a backup, also on a machine that never had the shop. */
function restore(name) {
  assertSecrets();
  assertBackup(name);
  if (!docker(['image', 'inspect', serverImage], 'ignore').isOk) build();
  setOwners(name);
  writeHashes();
  // A restore that failed has stopped it.
  const hadReleaseService = listServices('--profile', '*', 'ps', '--all').includes('release-service');
  compose('up', '-d', 'database', 'object-store', 'signer');
  // Before the shop is closed.
  run('backup', 'check', name);
  const writers = ['store-api-1', 'store-api-2', 'gateway-1', 'gateway-2', 'watch', 'release-service'];
  compose('--profile', 'release-service', 'stop', ...writers);
  try {
    // First, because it verifies every file before it writes. The databases are checked, and each is one transaction.
    run('release', 'restore', '--from', `/backups/${name}/releases`, '--overwrite');
    // The restored HEAD may be older than the one that gateways and signer know.
    const forget = 'rm -f /data/gateway/head-watermark*.json';
    for (const gateway of ['gateway-1', 'gateway-2']) {
      compose('run', '--rm', '-T', '--no-deps', '--entrypoint', 'sh', gateway, '-c', forget);
    }
    compose('restart', 'signer');
    run('backup', 'from', name, '--overwrite');
    compose('up', '-d', '--wait');
    if (hadReleaseService) compose('up', '-d', '--no-deps', '--wait', 'release-service');
  } catch (error) {
    throw new DeployError(
      `${error.message}\nThe shop may be closed. Correct that and run the restore again, or open the shop as it is with: npm run deploy:local`,
    );
  }
}

/** Replaces the signing key. The signer is stopped during each step, so that nothing else signs; the shop stays open. */
function rotateKey(reason) {
  assertSecrets();
  const running = listRunning();
  const readers = ['gateway-1', 'gateway-2', ...['watch', 'release-service'].filter((name) => running.includes(name))];
  const step = (...words) => {
    compose('stop', 'signer');
    try {
      run('rotate-key', ...words);
      writeHashes();
    } finally {
      compose('up', '-d', '--no-deps', '--force-recreate', '--wait', 'signer');
    }
    // Each reads the keys at its start.
    for (const name of readers) compose('up', '-d', '--no-deps', '--force-recreate', '--wait', name);
  };
  step('prepare');
  step('activate', '--reason', reason);
  step('finish');
  say('The key is replaced. Make a backup of secrets/release-keys.');
}

/** Creates what reads the arguments of a command that takes these options only. It throws a {@link DeployError} for others. */
const readOptions =
  (...known) =>
  (args) => {
    const unknown = args.find((argument) => !known.includes(argument));
    if (unknown === undefined) return args;
    throw new DeployError(`This command does not take "${unknown}".\n${usage}`);
  };

/** Reads the name of a backup. @throws {DeployError} */
function readName([name, ...more]) {
  if (name && more.length === 0 && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name;
  throw new DeployError(`Give the backup one name of letters, digits, dots and dashes.\n${usage}`);
}

/** Reads a reason, which `rotate-key activate` must not refuse after its first step. @throws {DeployError} */
function readReason(args) {
  const reason = args.join(' ').trim();
  const hasOption = args.some((argument) => /^--?[A-Za-z]/.test(argument));
  // Scripts of India need the two joiners.
  const isPlain = !/(?!\u200c|\u200d)[\p{C}\p{Zl}\p{Zp}]/u.test(reason);
  if (reason && !hasOption && isPlain) return reason;
  throw new DeployError(`Say why, in one line of plain text without options.\n${usage}`);
}

/** What each command does with its arguments. They are read before its first step. */
const commands = {
  up: { execute: up, read: readOptions() },
  update: { execute: update, read: readOptions('--force') },
  backup: { execute: backup, read: readName },
  restore: { execute: restore, read: readName },
  'rotate-key': { execute: rotateKey, read: readReason },
  down: { execute: down, read: readOptions() },
};

function down() {
  assertSecrets();
  compose('--profile', '*', 'down');
  say('The data stay in the volumes. "docker compose down --volumes" in platform/deploy deletes them.');
}

/**
 * Lets the users of containers read files that compose.yaml mounts, whatever the umask is and was. A failure changes nothing: files of
 * another owner may be readable already.
 */
function share(...files) {
  spawnSync('chmod', ['-R', 'a+rX', ...files], { cwd: folder });
}

/** Describes what is wrong, and how the operator mends it. @throws The error itself, when it is a fault of this program. */
function describe(error) {
  if (error instanceof DeployError) return error.message;
  if (!error.syscall) throw error;
  return `${error.path ?? 'A file'} cannot be used (${error.code}): correct its owner or its disk, or set SECRETS and BACKUPS to other folders.`;
}

process.umask(0o022);
const [command = 'up', ...args] = process.argv.slice(2);
try {
  if (!Object.hasOwn(commands, command)) throw new DeployError(usage);
  const { execute, read } = commands[command];
  const given = read(args);
  share('backup.sh', 'object-store.sh', 'prometheus', 'grafana');
  await execute(given);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}
