import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Secrets of `npm run deploy:local`. Plain JavaScript, because the machine needs no package. */

const getTrustedFolder = (secrets) => path.join(secrets, 'release-keys/trusted');

/**
 * Whether a folder of secrets is that of a shop. A public key is the last file that is written.
 *
 * @throws When this user may not read the folder (`EACCES`).
 */
export function hasKeys(secrets) {
  try {
    return readdirSync(getTrustedFolder(secrets)).some((name) => name.endsWith('.pem'));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

const createToken = (bytes) => () => randomBytes(bytes).toString('hex');

/** Files of the secrets that users of containers read. Each function creates the text of a file that is missing. */
const newTexts = {
  ...Object.fromEntries(
    ['gateway', 'release', 'watch'].flatMap((name) => [
      [`${name}-access-key`, createToken(16)],
      [`${name}-secret-key`, createToken(32)],
    ]),
  ),
  'database-password': createToken(16),
  // What verifies the groups of customers. Earlier deployments had it in `.env`, which everyone may read.
  'customer-groups-key': (getSetting) => getSetting('CUSTOMER_GROUPS_KEY') ?? '',
  // Of the identity provider; needed for the release service only.
  'oidc-client-secret': () => 'none',
  'mail-transport': () => 'file:/data/mail',
};

/** What users of containers read in a folder of secrets. The keys have owners of their own. */
export const sharedNames = [...Object.keys(newTexts), 'release-config'];

/** Replaces a file at once: a disk that is full leaves the earlier one, or none. */
function replaceFile(file, content, mode) {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, content, { mode });
  chmodSync(draft, mode);
  renameSync(draft, file);
}

function writeNew(file, content, mode) {
  if (!existsSync(file)) replaceFile(file, content, mode);
}

/**
 * Creates the secrets that are missing. The folder is for its owner; in it, each container's user reads its own files.
 *
 * @param folders.settingsFile File with the settings of compose. It is created with the keys only: it opens the sandbox, which must not
 *   happen to a shop whose secrets come from elsewhere.
 * @param getSetting Reads a setting of compose.
 */
export function createSecrets({ secrets, backups, settingsFile }, getSetting) {
  const isNew = !hasKeys(secrets);
  const config = path.join(secrets, 'release-config');
  mkdirSync(config, { recursive: true });
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  chmodSync(secrets, 0o700);
  for (const [name, createText] of Object.entries(newTexts)) {
    writeNew(path.join(secrets, name), createText(getSetting), 0o444);
  }
  writeNew(path.join(config, 'webhooks.json'), '{ "webhooks": [] }\n', 0o444);
  const may = ['promote', 'rollback', 'lock', 'force', 'policy'];
  const manager = { may, apps: ['*'], environments: ['*'], groups: ['release-managers'] };
  writeNew(path.join(config, 'policy.json'), `${JSON.stringify({ roles: { manager }, people: {} }, null, 2)}\n`, 0o444);
  if (!isNew) return;
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
  createKeys(secrets);
}

/** Creates the key that signs releases, and its public key. An old key is never replaced: gateways would refuse what a new one signs. */
function createKeys(secrets) {
  const trusted = getTrustedFolder(secrets);
  const signingKey = path.join(secrets, 'release-keys/signing-key.pem');
  mkdirSync(trusted, { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  writeNew(signingKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o400);
  const publicKey = createPublicKey(createPrivateKey(readFileSync(signingKey)));
  writeNew(path.join(trusted, 'release.pem'), publicKey.export({ type: 'spki', format: 'pem' }), 0o444);
}

/** Lists the files of a file or folder that every user of a container may read, sorted. */
function listFiles(target) {
  if (!existsSync(target)) return [];
  const stat = statSync(target);
  if (!stat.isDirectory()) return stat.mode & 0o004 ? [target] : [];
  return readdirSync(target)
    .sort()
    .flatMap((name) => listFiles(path.join(target, name)));
}

/**
 * Writes `<service>.env` for every service: a hash of the files that compose mounts into it. compose reads it as variables, and
 * replaces a service whose variables have changed; the mounted files themselves it never compares.
 *
 * @param folder Every user of this machine who runs compose reads it, so it is not in the folder of the secrets.
 * @param config What `docker compose config --format json` prints.
 */
export function writeFileHashes(folder, config) {
  mkdirSync(folder, { recursive: true });
  for (const [name, service] of Object.entries(config.services)) {
    const ofSecrets = (service.secrets ?? []).map(({ source }) => config.secrets[source].file);
    const mounts = (service.volumes ?? []).filter(({ type, read_only: isReadOnly }) => type === 'bind' && isReadOnly);
    const hash = createHash('sha256');
    for (const file of [...ofSecrets, ...mounts.map(({ source }) => source)].flatMap(listFiles)) {
      hash.update(`${file}\n`).update(createHash('sha256').update(readFileSync(file)).digest());
    }
    replaceFile(path.join(folder, `${name}.env`), `MOUNTED_FILES=${hash.digest('hex')}\n`, 0o444);
  }
}
