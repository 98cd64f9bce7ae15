import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/*
 * What `npm run deploy:local` writes and refuses, with a stand-in of docker that records how it is called. deployment.deploy.test.ts runs
 * the command with containers.
 */

const isRoot = process.getuid?.() === 0;
/** Debian's user `nobody`. */
const nobody = 65_534;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The part of compose.yaml that the command reads. `env` are variables of the terminal. */
const createConfig = (secrets: string) => ({
  services: {
    'gateway-1': {
      secrets: [{ source: 'gateway_access_key' }],
      volumes: [{ type: 'bind', source: path.join(secrets, 'release-keys/trusted'), read_only: true }],
    },
    'store-api-1': {
      environment: { SHOP_URL: 'http://localhost:8080', PUBLIC_API_URL: 'http://localhost:8044/api/v1', SANDBOX: 'on' },
      secrets: [{ source: 'mail_transport' }],
      volumes: [{ type: 'volume', source: 'store-api-1' }],
    },
    'object-store': {
      secrets: [{ source: 'gateway_access_key' }],
      volumes: [{ type: 'bind', source: path.join(secrets, '../object-store.sh'), read_only: true }],
    },
    watch: { volumes: [{ type: 'bind', source: path.join(secrets, 'release-config'), read_only: true }] },
    signer: { volumes: [{ type: 'bind', source: path.join(secrets, 'release-keys'), read_only: true }] },
  },
  secrets: {
    gateway_access_key: { file: path.join(secrets, 'gateway-access-key') },
    mail_transport: { file: path.join(secrets, 'mail-transport') },
  },
});

/** A machine with docker, and a clone whose secrets, backups and settings are in a folder of its own. */
function createMachine() {
  const folder = mkdtempSync(path.join(tmpdir(), 'deploy-local-'));
  const project = path.basename(folder).toLowerCase();
  const hashes = path.join(import.meta.dirname, '.hashes', project);
  folders.push(folder, hashes);
  const inFolder = (name: string) => path.join(folder, name);
  const secrets = inFolder('secrets');
  writeFileSync(inFolder('config.json'), JSON.stringify(createConfig(secrets)));
  writeFileSync(inFolder('object-store.sh'), 'serve');
  writeFileSync(inFolder('volumes'), '');
  mkdirSync(inFolder('bin'));
  const script = `#!/bin/sh
# A full disk takes no record.
trap '' XFSZ
echo "$*" 2> /dev/null >> ${inFolder('calls')}
case "$*" in
  *'config --format json') cat ${inFolder('config.json')} ;;
  'volume ls'*) cat ${inFolder('volumes')} ;;
esac
`;
  writeFileSync(inFolder('bin/docker'), script, { mode: 0o755 });
  const env = {
    PATH: `${inFolder('bin')}:${process.env.PATH}`,
    COMPOSE_ENV_FILES: inFolder('.env'),
    COMPOSE_PROJECT_NAME: project,
    SECRETS: secrets,
    BACKUPS: inFolder('backups'),
  };
  const program = path.join(import.meta.dirname, 'deploy-local.mjs');
  /** @param limit What the shell does before. @param user Properties of `uid` and `gid` of another user. */
  const run = (words: string[], variables = {}, limit = 'true', user = {}) => {
    writeFileSync(inFolder('calls'), '');
    const command = `${limit}; exec "$0" "$@"`;
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, program, ...words], {
      env: { ...env, ...variables },
      encoding: 'utf8',
      ...user,
    });
    return { status, stderr, calls: readFileSync(inFolder('calls'), 'utf8').split('\n').filter(Boolean) };
  };
  /** Runs the command for a user of docker who may read neither secrets nor backups. */
  const runAsOther = (words: string[]) => {
    chmodSync(folder, 0o755);
    for (const name of ['backups', 'secrets']) chmodSync(inFolder(name), isRoot ? 0o700 : 0o000);
    chmodSync(inFolder('calls'), 0o666);
    const result = run(words, {}, 'true', isRoot ? { uid: nobody, gid: nobody } : {});
    for (const name of ['backups', 'secrets']) chmodSync(inFolder(name), 0o700);
    return result;
  };
  return { folder, project, secrets, hashes, inFolder, run, runAsOther };
}

type Machine = ReturnType<typeof createMachine>;

const deploy = ({ run }: Machine, ...words: string[]) => {
  const { status, stderr, calls } = run(words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return calls;
};

/** Checks that the signing key has its public key. */
function expectKeys({ secrets }: Machine): void {
  const keys = path.join(secrets, 'release-keys');
  const signingKey = createPrivateKey(readFileSync(path.join(keys, 'signing-key.pem')));
  const trusted = readFileSync(path.join(keys, 'trusted/release.pem'), 'utf8');
  expect(createPublicKey(signingKey).export({ type: 'spki', format: 'pem' })).toBe(trusted);
}

describe('the secrets of a first start', () => {
  it.each<[string, (machine: Machine) => void]>([
    ['had none before', () => undefined],
    [
      'had an empty folder of public keys',
      ({ secrets }) => mkdirSync(`${secrets}/release-keys/trusted`, { recursive: true }),
    ],
    [
      'could not create the backups',
      ({ inFolder, run }) => {
        writeFileSync(inFolder('file'), '');
        const { status, stderr } = run([], { BACKUPS: inFolder('file/backups') });
        expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+ cannot be used \(ENOTDIR\): [^\n]+\.\n$/)]);
      },
    ],
    [
      'ended before the public key',
      (machine) => {
        deploy(machine);
        rmSync(path.join(machine.secrets, 'release-keys/trusted/release.pem'));
      },
    ],
    [
      'had a full disk',
      ({ secrets, run }) => {
        const { status, stderr } = run([], {}, 'ulimit -f 0');
        expect([status, stderr]).toEqual([1, expect.stringMatching(/^A file cannot be used \(EFBIG\): [^\n]+\.\n$/)]);
        expect(readdirSync(secrets).filter((name) => !/^release-config$|\.draft$/.test(name))).toEqual([]);
      },
    ],
  ])('are complete when an earlier one %s', (_what, prepare) => {
    const machine = createMachine();
    prepare(machine);
    deploy(machine);
    expectKeys(machine);
    const files = readdirSync(machine.secrets).filter((name) => statSync(path.join(machine.secrets, name)).isFile());
    expect(files.filter((name) => statSync(path.join(machine.secrets, name)).size === 0)).toEqual([
      'customer-groups-key',
    ]);
    expect(files).toHaveLength(10);
    expect(readFileSync(machine.inFolder('.env'), 'utf8')).toContain('\nSANDBOX=on\n');
  });

  it('are the same after every later start', () => {
    const machine = createMachine();
    deploy(machine);
    const read = () =>
      [
        'database-password',
        'gateway-secret-key',
        'release-keys/signing-key.pem',
        'release-keys/trusted/release.pem',
      ].map((name) => readFileSync(path.join(machine.secrets, name), 'utf8'));
    const first = read();
    writeFileSync(machine.inFolder('volumes'), 'database\n');
    deploy(machine);
    deploy(machine, 'update');
    expect(read()).toEqual(first);
  });
});

it('names a file of settings that it cannot read', () => {
  const { folder, run } = createMachine();
  expect(run([], { COMPOSE_ENV_FILES: folder })).toEqual({
    status: 1,
    stderr: `${folder} cannot be read (EISDIR): let this user read it, or name another file with COMPOSE_ENV_FILES.\n`,
    calls: [],
  });
});

it('reads the list of files of settings as compose does, and adds none', () => {
  const machine = createMachine();
  const [first, second] = [machine.inFolder('.env'), machine.inFolder('.env.prod')];
  writeFileSync(second, 'IMAGE_TAG=2\n');
  const variables = { COMPOSE_ENV_FILES: `${first},${second}` };
  expect(machine.run([], variables)).toEqual({
    status: 1,
    stderr: `${first} does not exist: create it, or correct COMPOSE_ENV_FILES.\n`,
    calls: [],
  });
  writeFileSync(first, 'IMAGE_TAG=1\n');
  expect(machine.run([], variables)).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(machine.folder).filter((name) => name.includes('.env'))).toEqual(['.env', '.env.prod']);
  mkdirSync(machine.inFolder('backups/monday'));
  const { calls } = machine.run(['restore', 'monday'], variables);
  expect(calls[0]).toBe(`image inspect ${machine.project}-server:2`);
  expect(readFileSync(second, 'utf8')).toBe('IMAGE_TAG=2\n');
});

describe('a command with arguments that it does not take', () => {
  let machine: Machine;
  beforeAll(() => {
    machine = createMachine();
    deploy(machine);
  });

  it.each([
    [['up', 'x'], 'This command does not take "x".'],
    [['update', '--forse'], 'This command does not take "--forse".'],
    [['down', '--volumes'], 'This command does not take "--volumes".'],
    [['backup'], 'Give the backup one name of letters, digits, dots and dashes.'],
    [['backup', 'a', 'b'], 'Give the backup one name of letters, digits, dots and dashes.'],
    [['restore', 'a', '--whatever'], 'Give the backup one name of letters, digits, dots and dashes.'],
    [['rotate-key'], 'Say why, in one line of plain text without options.'],
    [['rotate-key', '--help'], 'Say why, in one line of plain text without options.'],
    [['rotate-key', 'lost', '--force'], 'Say why, in one line of plain text without options.'],
    [['rotate-key', 'lost\nlaptop'], 'Say why, in one line of plain text without options.'],
  ])('ends before its first step: %j', (words, message) => {
    const { status, stderr, calls } = machine.run(words);
    expect({ status, message: stderr.split('\n')[0], calls }).toEqual({ status: 1, message, calls: [] });
  });
});

describe('a second clone on the machine of a shop', () => {
  it.each(['up', 'update'])('changes nothing with the command %s', (command) => {
    const { run, project, secrets, inFolder } = createMachine();
    writeFileSync(inFolder('volumes'), 'database\n');
    const { status, stderr, calls } = run([command]);
    expect([status, stderr]).toEqual([
      1,
      `Docker has the volumes of the shop "${project}", and ${secrets} has no keys of it: set SECRETS to its folder, or copy its secrets/ and .env here; a second shop needs COMPOSE_PROJECT_NAME, NETWORK and addresses of its own.\n`,
    ]);
    expect(calls).toEqual([`volume ls --quiet --filter label=com.docker.compose.project=${project}`]);
    expect([secrets, inFolder('backups'), inFolder('.env')].filter(existsSync)).toEqual([]);
  });

  it.each([['backup', 'monday'], ['restore', 'monday'], ['rotate-key', 'lost'], ['down']])(
    'changes nothing with the command %s, which needs the secrets of the shop',
    (...words) => {
      const { run, secrets } = createMachine();
      expect(run(words)).toEqual({
        status: 1,
        stderr: `${secrets} has no keys of a shop: copy secrets/ and .env of the shop here, or set SECRETS to the folder.\n`,
        calls: [],
      });
    },
  );

  it('does not open the sandbox of the shop whose secrets it gets', () => {
    const machine = createMachine();
    deploy(machine);
    rmSync(machine.inFolder('.env'));
    deploy(machine);
    expect(existsSync(machine.inFolder('.env'))).toBe(false);
  });
});

/** Reads the hashes of the mounted files, by service. */
const readHashes = ({ hashes }: Machine) =>
  Object.fromEntries(
    readdirSync(hashes).map((name) => [name.replace('.env', ''), readFileSync(path.join(hashes, name), 'utf8')]),
  );

describe('a file that is mounted into services', () => {
  it.each([
    ['secrets/mail-transport', ['store-api-1']],
    ['secrets/gateway-access-key', ['gateway-1', 'object-store']],
    ['secrets/release-config/webhooks.json', ['watch']],
    ['secrets/release-keys/trusted/release.pem', ['gateway-1', 'signer']],
    ['object-store.sh', ['object-store']],
  ])('changes a variable of those services before compose starts them: %s', (file, services) => {
    const machine = createMachine();
    deploy(machine);
    const before = readHashes(machine);
    expect(Object.values(before)).toEqual(Array(5).fill(expect.stringMatching(/^MOUNTED_FILES=[0-9a-f]{64}\n$/)));
    deploy(machine, 'update');
    expect(readHashes(machine)).toEqual(before);
    rmSync(machine.inFolder(file));
    writeFileSync(machine.inFolder(file), 'changed');
    chmodSync(machine.inFolder(file), 0o644);
    deploy(machine, 'update');
    const after = readHashes(machine);
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(services);
  });
});

describe('another user of docker, who may not read the secrets', () => {
  it.each([['backup', 'monday'], ['restore', 'monday'], ['rotate-key', 'lost'], ['down']])(
    'does %s, and changes no hash',
    (...words) => {
      const machine = createMachine();
      deploy(machine);
      const before = readHashes(machine);
      const { status, stderr, calls } = machine.runAsOther(words);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(calls).not.toEqual([]);
      expect(readHashes(machine)).toEqual(before);
    },
  );

  it.each(['up', 'update'])('changes nothing with the command %s', (command) => {
    const machine = createMachine();
    deploy(machine);
    const { status, stderr, calls } = machine.runAsOther([command]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S+ cannot be used \(EACCES\): [^\n]+\.\n$/)]);
    expect(calls).toEqual([]);
  });
});

describe('a file that users of containers must read', () => {
  const getMode = (file: string) => statSync(file).mode & 0o777;

  it.each(['up', 'backup monday'])('gets its mode back with the command %s, and other files stay', (line) => {
    const machine = createMachine();
    deploy(machine);
    const [shared, policy, own] = ['mail-transport', 'release-config/policy.json', 'notes'].map((name) =>
      path.join(machine.secrets, name),
    ) as [string, string, string];
    writeFileSync(own, 'own');
    for (const file of [shared, policy, own]) chmodSync(file, 0o600);
    deploy(machine, ...line.split(' '));
    expect([shared, policy, own].map(getMode)).toEqual([0o644, 0o644, 0o600]);
  });

  it('stays in a folder that has no keys of a shop', () => {
    const { secrets, run } = createMachine();
    mkdirSync(secrets);
    const file = path.join(secrets, 'mail-transport');
    writeFileSync(file, 'own', { mode: 0o600 });
    expect(run(['backup', 'monday']).status).toBe(1);
    expect(getMode(file)).toBe(0o600);
  });
});

describe('a restore on another machine', () => {
  it('says that the backup is not here before it builds', () => {
    const machine = createMachine();
    deploy(machine);
    for (const prepare of [() => undefined, () => rmSync(machine.inFolder('backups'), { recursive: true })]) {
      prepare();
      expect(machine.run(['restore', 'monday'])).toEqual({
        status: 1,
        stderr: `${machine.inFolder('backups')} has no backup monday: copy backups/monday here, or set BACKUPS to the folder that has it.\n`,
        calls: [],
      });
    }
  });

  it('builds the images that are missing and gives the copied files to their users before any service starts', () => {
    const machine = createMachine();
    deploy(machine);
    const copied = machine.inFolder('backups/monday/orders');
    mkdirSync(copied, { recursive: true });
    writeFileSync(path.join(copied, 'backup.json'), '{}');
    const calls = deploy(machine, 'restore', 'monday');
    const started = calls.findIndex((call) => call.startsWith('compose up'));
    if (isRoot) expect(statSync(path.join(copied, 'backup.json')).uid).toBe(1000);
    else expect(calls.slice(0, started).join('\n')).toMatch(/run --rm --user 0:0 .*chown -R 1000:1000 monday/);
    expect(calls[0]).toBe(`image inspect ${machine.project}-server:latest`);
    expect(calls[started]).toBe('compose up -d database object-store signer');
  });
});
