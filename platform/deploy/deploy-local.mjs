import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';

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
const settingsFile = path.resolve(folder, process.env.COMPOSE_ENV_FILES || '.env');
// Not into `process.env`: compose would take what Node has parsed, and the two parse differently.
const settings = existsSync(settingsFile) ? parseEnv(readFileSync(settingsFile, 'utf8')) : {};
/** Reads a setting as compose does: what the shell sets comes first. */
const getSetting = (name) => process.env[name] || settings[name];
const secrets = path.resolve(folder, getSetting('SECRETS') || 'secrets');
const backups = path.resolve(folder, getSetting('BACKUPS') || 'backups');

/** The user of the signer, who owns the keys, and the user of the other programs of our own. */
const users = { signer: 1001, node: 1000 };

/** Services in the order of an update. While one of a pair is replaced, the other one serves. */
const pairs = ['store-api-1', 'store-api-2', 'gateway-1', 'gateway-2', 'edge-1', 'edge-2'];
const others = ['object-store', 'database', 'signer', 'watch', 'release-service'];

/** A step failed. The message says what to do. */
class DeployError extends Error {}

/** Runs docker compose with its output on this terminal. @throws {DeployError} When it fails. */
function compose(...args) {
  const { status, error } = spawnSync('docker', ['compose', ...args], { cwd: folder, stdio: 'inherit' });
  if (error) throw new DeployError(`docker cannot be started (${error.code}): install Docker with compose 2.`);
  if (status !== 0) throw new DeployError(`"docker compose ${args.join(' ')}" failed: read the lines above.`);
}

/** Runs docker compose. @returns Its output, or null when it fails. */
function ask(...args) {
  const { status, stdout } = spawnSync('docker', ['compose', ...args], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const run = (service, ...args) => compose('run', '--rm', '-T', service, ...args);
const say = (text) => process.stdout.write(`${text}\n`);
const getRunning = () => (ask('ps', '--services', '--status', 'running') ?? '').split('\n');

/** Writes a file unless it exists. */
function writeNew(file, content, mode) {
  if (existsSync(file)) return;
  writeFileSync(file, content, { mode });
  chmodSync(file, mode);
}

/** Creates the secrets that are missing. The folder is for its owner; in it, each container's user reads its own files. */
function createSecrets() {
  const keys = path.join(secrets, 'release-keys');
  const isNew = !existsSync(path.join(keys, 'signing-key.pem')) && !existsSync(path.join(keys, 'trusted'));
  mkdirSync(path.join(keys, 'trusted'), { recursive: true });
  mkdirSync(path.join(secrets, 'release-config'), { recursive: true });
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  chmodSync(secrets, 0o700);
  for (const name of ['gateway', 'release', 'watch']) {
    writeNew(path.join(secrets, `${name}-access-key`), randomBytes(16).toString('hex'), 0o444);
    writeNew(path.join(secrets, `${name}-secret-key`), randomBytes(32).toString('hex'), 0o444);
  }
  writeNew(path.join(secrets, 'database-password'), randomBytes(16).toString('hex'), 0o444);
  // What verifies the groups of customers. Earlier deployments had it in `.env`, which everyone may read.
  writeNew(path.join(secrets, 'customer-groups-key'), getSetting('CUSTOMER_GROUPS_KEY') ?? '', 0o444);
  // Of the identity provider; needed for the release service only.
  writeNew(path.join(secrets, 'oidc-client-secret'), 'none', 0o444);
  writeNew(path.join(secrets, 'mail-transport'), 'file:/data/mail', 0o444);
  const config = path.join(secrets, 'release-config');
  writeNew(path.join(config, 'webhooks.json'), '{ "webhooks": [] }\n', 0o444);
  const may = ['promote', 'rollback', 'lock', 'force', 'policy'];
  const manager = { may, apps: ['*'], environments: ['*'], groups: ['release-managers'] };
  writeNew(path.join(config, 'policy.json'), `${JSON.stringify({ roles: { manager }, people: {} }, null, 2)}\n`, 0o444);
  // An old key is never replaced: gateways would refuse what a new one signs.
  if (isNew) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeNew(path.join(keys, 'trusted/release.pem'), publicKey.export({ type: 'spki', format: 'pem' }), 0o444);
    writeNew(path.join(keys, 'signing-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o400);
  }
  writeNew(
    settingsFile,
    `# Settings of this deployment; platform/deploy/README.md lists them.
# SHOP_URL=https://shop.example
# PUBLIC_API_URL=https://api.shop.example/api/v1
# A load balancer on this machine arrives as the first address of the network:
# EDGE_TRUSTED_PROXIES=172.30.0.1
# The sandbox bank and the demo account. A shop that sells has UPI_PAYEE=shop@bank in place of this line.
SANDBOX=on
`,
    0o644,
  );
}

/**
 * Gives the keys to the signer's user and the public ones to every reader, and the backups to the user who writes them. Docker does it
 * when this user may not.
 */
function setOwners() {
  const image = `storefront-server:${getSetting('IMAGE_TAG') || 'latest'}`;
  const scripts = [
    [
      path.join(secrets, 'release-keys'),
      `chown -R ${users.signer}:${users.node} . && chmod 755 . && chmod -R a+rX trusted`,
    ],
    [backups, `chown ${users.node}:${users.node} .`],
  ];
  for (const [target, script] of scripts) {
    const place = ['--volume', `${target}:/target`, '--workdir', '/target'];
    const { status } =
      process.getuid?.() === 0
        ? spawnSync('sh', ['-c', script], { cwd: target, stdio: 'inherit' })
        : spawnSync('docker', ['run', '--rm', '--user', '0:0', ...place, '--entrypoint', 'sh', image, '-c', script], {
            stdio: 'inherit',
          });
    if (status !== 0) throw new DeployError(`The owner of ${target} cannot be changed: run as root, there: ${script}`);
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

async function up() {
  createSecrets();
  build();
  setOwners();
  // Gateways are healthy after the first promotion.
  compose('up', '-d');
  release();
  await waitUntilHealthy();
  printAddresses();
}

function printAddresses() {
  const getVariables = (service) => {
    const { environment } = JSON.parse(ask('config', '--format', 'json')).services[service];
    return environment;
  };
  const { SHOP_URL, PUBLIC_API_URL, SANDBOX, UPI_PAYEE } = getVariables('store-api-1');
  say(`\nThe shop is at ${SHOP_URL}, its API at ${PUBLIC_API_URL} with its documentation in /docs of that host.`);
  if (SANDBOX === 'on') say('Sign in with demo@example.com / demo-kitchen. The sandbox bank moves no money.');
  else say(UPI_PAYEE ? `Shoppers pay ${UPI_PAYEE} or on delivery.` : 'Shoppers pay on delivery: UPI_PAYEE is not set.');
  say('E-mails go where secrets/mail-transport says, at first to files in the volumes of the store APIs.');
  say('Releases: cd platform/deploy && docker compose run --rm release --help');
}

/** Replaces one service after the other. A balancer in front finds one edge, gateway and store API at any time. */
function update(args) {
  createSecrets();
  build();
  setOwners();
  const running = getRunning();
  const options = ['-d', '--no-deps', '--wait', ...(args.includes('--force') ? ['--force-recreate'] : [])];
  for (const name of pairs) compose('up', ...options, name);
  for (const name of others.filter((other) => running.includes(other))) compose('up', ...options, name);
}

function readName([name]) {
  if (name && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return name;
  throw new DeployError(`Give the backup a name of letters, digits, dots and dashes.\n${usage}`);
}

function backup(args) {
  const name = readName(args);
  run('backup', 'to', name);
  run('release', 'backup', '--to', `/backups/${name}/releases`);
  say(`backups/${name} has the shop. Copy it, and secrets/, to two other machines.`);
}

function restore(args) {
  const name = readName(args);
  // A restore that failed has stopped it.
  const hadReleaseService = (ask('--profile', '*', 'ps', '--all', '--services') ?? '')
    .split('\n')
    .includes('release-service');
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
function rotateKey(args) {
  const reason = args.join(' ').trim();
  if (!reason) throw new DeployError(`Say why.\n${usage}`);
  const readers = ['gateway-1', 'gateway-2', ...['watch', 'release-service'].filter(isRunning(getRunning()))];
  const step = (...words) => {
    compose('stop', 'signer');
    try {
      run('rotate-key', ...words);
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

const isRunning = (running) => (name) => running.includes(name);

const commands = { up, update, backup, restore, 'rotate-key': rotateKey, down };

function down() {
  compose('--profile', '*', 'down');
  say('The data stay in the volumes. "docker compose down --volumes" in platform/deploy deletes them.');
}

// Users of containers read what this creates and what compose.yaml mounts, whatever the umask is and was. A failure changes nothing:
// files of another owner may be readable already.
process.umask(0o022);
const mounted = ['backup.sh', 'object-store.sh', 'prometheus', 'grafana', path.join(secrets, 'release-config')];
spawnSync('chmod', ['-R', 'a+rX', ...mounted], { cwd: folder });

const [command = 'up', ...args] = process.argv.slice(2);
try {
  if (!Object.hasOwn(commands, command)) throw new DeployError(usage);
  await commands[command](args);
} catch (error) {
  if (!(error instanceof DeployError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
