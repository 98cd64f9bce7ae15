import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gatewayVariables, readGatewaySettings } from '@shop/gateway/settings';
import { readServiceSettings } from '@shop/release-console/server/settings';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { readStoreApiSettings, storeApiVariables } from '@shop/store-api/settings';
import { parse, parseAllDocuments } from 'yaml';
import { baseImages, root } from './testing/containers';
import { findCommand } from './testing/readme-command';

/*
 * These tests need no container engine. They check that the files fit together: everything they name exists, every setting
 * is valid, and no service gets more secrets than it needs.
 */
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string; target: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  user?: string;
  mem_limit?: string;
  pids_limit?: number;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  secrets?: (string | { source: string; target: string })[];
  ports?: string[];
  profiles?: string[];
  env_file?: { path: string; required: boolean }[];
  restart?: string;
  networks?: { default: { ipv4_address: string; aliases?: string[] } };
  extra_hosts?: string[];
  logging?: { options: Record<string, string> };
  network_mode?: string;
  stop_grace_period?: string;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, { driver_opts: { type: string; o: string } } | null>;
}

/** Fills in the defaults of compose's variables. */
const withDefaults = (text: string): string =>
  text.replace(/\$\{\w+:-((?:[^{}]|\$\{[^}]*\})*)\}/g, (_, fallback: string) => withDefaults(fallback));
const compose: Compose = parse(withDefaults(read('platform/deploy/compose.yaml')), { merge: true });
const dockerfile = read('platform/deploy/Dockerfile');
const services = Object.entries(compose.services);
const gateways = services.filter(([name]) => name.startsWith('gateway-'));
const edges = services.filter(([name]) => name.startsWith('edge-'));
const storeApis = services.filter(([name]) => name.startsWith('store-api-'));
const getAddress = ([, { networks }]: [string, Service]) => networks?.default.ipv4_address;

/** Files that an image build creates. */
const built = [
  'platform/gateway/dist/server.mjs',
  'platform/gateway/dist/signer-process.mjs',
  'store-api/dist/server.mjs',
  'platform/gateway/dist',
  'store-api/dist',
  'packages',
];
const existsInImage = (file: string) => built.includes(file) || existsSync(path.join(root, file));

/** The variables of a service. A default without quotes is not text for YAML. */
const getVariables = ({ environment = {} }: Service) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]));

test('every copied file and every program exists', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?:--from=(?:bundles \/shop|sources \/sources)\/)?([a-z]\S*) /gm)].map(
    ([, file = '']) => file,
  );
  const commands = services.flatMap(([, { entrypoint = [], command = [] }]) => [...entrypoint, ...command]);
  const inDockerfile = [...dockerfile.matchAll(/(?:\/sources\/)?([a-z-]+(?:\/[a-z-]+)+\.(?:mjs|ts))/g)].map(
    ([, file = '']) => file,
  );
  const programs = [...commands, ...inDockerfile].filter((word) => /^[a-z].*\.(mjs|ts)$/.test(word));
  expect([...copied, ...programs].filter((file) => !existsInImage(file))).toEqual([]);
  expect(programs).toContain('platform/gateway/dist/server.mjs');
});

test('nginx is configured with the servers of the compose file, and knows their addresses while they are stopped', () => {
  const [, named = ''] = dockerfile.match(/ARG GATEWAYS="([^"]+)"/) ?? [];
  expect(named).toBe(gateways.map(([name]) => `--gateway ${name}:3000`).join(' '));
  const [, apis = ''] = dockerfile.match(/ARG STORE_APIS="([^"]+)"/) ?? [];
  expect(apis).toBe(storeApis.map(([name]) => `--api ${name}:8044`).join(' '));
  const hosts = [...gateways, ...storeApis].map((entry) => `${entry[0]}:${getAddress(entry)}`);
  expect(edges.map(([, { extra_hosts }]) => extra_hosts)).toEqual([hosts, hosts]);
});

test('the store APIs share the name that gateways call', () => {
  expect(storeApis.map(([, { networks }]) => networks?.default.aliases)).toEqual([['store-api'], ['store-api']]);
});

test('no log grows without a limit, and no port is open to other machines unless a variable says so', () => {
  for (const [, { logging }] of services) {
    expect(logging?.options).toMatchObject({ 'max-size': expect.any(String), 'max-file': expect.any(String) });
  }
  const ports = services.flatMap(([, { ports = [] }]) => ports);
  expect(ports).toContain('127.0.0.1:8080:8080');
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

test('a second shop on the machine has images of its own, and a variable for each port', () => {
  const written: Compose = parse(read('platform/deploy/compose.yaml'), { merge: true });
  const all = Object.values(written.services);
  const images = all.filter(({ build }) => build).map(({ image = '' }) => image);
  expect(images.length).toBeGreaterThan(8);
  for (const image of images)
    expect(image).toMatch(/^\$\{COMPOSE_PROJECT_NAME:-storefront\}-(?:server|edge|workspace):/);
  const addresses = all.flatMap(({ ports = [] }) => ports).map((port) => port.replace(/:\d+$/, ''));
  for (const address of addresses) expect(address).toMatch(/^\$\{[A-Z]+_LISTEN(?:_2)?:-127\.0\.0\.1:\d+\}$/);
  expect(addresses).toHaveLength(new Set(addresses).size);
});

test('every secret and every mounted file exists, or local-secrets.mjs creates it', () => {
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes).map((volume) => volume.split(':')[0] ?? '');
  const files = [
    ...mounted.filter((file) => file.startsWith('.')),
    ...Object.values(compose.secrets).map(({ file }) => file),
  ];
  const created = read('platform/deploy/local-secrets.mjs');
  const isCreated = (file: string) => {
    const [, user = path.basename(file), suffix = ''] = /([a-z]+)(-(?:access|secret)-key)$/.exec(file) ?? [];
    return created.includes(suffix ? `\${name}${suffix}` : user) && created.includes(user);
  };
  expect(files.filter((file) => !existsSync(path.join(root, 'platform/deploy', file)) && !isCreated(file))).toEqual([]);
});

test('the tests make a stand-in of each image that the Dockerfile and compose.yaml begin with', () => {
  const folder = createTestFolder();
  // Every image is here.
  writeFileSync(path.join(folder, 'docker'), '#!/bin/sh\necho "$3" >> "$0.calls"\n', { mode: 0o755 });
  const { status, stderr } = spawnSync('sh', [path.join(root, 'platform/deploy/testing/stand-ins/build.sh')], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  const images = readFileSync(path.join(folder, 'docker.calls'), 'utf8').trim().split('\n');
  expect([status, stderr]).toEqual([0, '']);
  expect(images.sort()).toEqual([...baseImages].sort());
  const names = images.map((image) => image.split(':')[0]);
  expect(names).toEqual(['chrislusf/seaweedfs', 'debian', 'node', 'postgres']);
  const stages = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image);
  expect(images).toEqual(expect.arrayContaining(stages));
});

test('Dependabot proposes no PostgreSQL that cannot read the volume of the present one', () => {
  const [, major] = /^postgres:(\d+)/.exec(compose.services.database?.image ?? '') ?? [];
  const { updates } = parse(read('.github/dependabot.yml'));
  const ofCompose = updates.find((update: Record<string, string>) => update['package-ecosystem'] === 'docker-compose');
  expect(ofCompose.ignore).toEqual([{ 'dependency-name': 'postgres', versions: [`>=${Number(major) + 1}`] }]);
});

test('compose replaces each service that stays when a file that is mounted into it has changed', () => {
  const mounting = services.filter(
    ([, { restart, secrets = [], volumes = [] }]) =>
      restart === 'unless-stopped' && (secrets.length > 0 || volumes.some((volume) => volume.startsWith('.'))),
  );
  expect(mounting.map(([name]) => name)).toEqual(expect.arrayContaining(['gateway-1', 'object-store', 'prometheus']));
  for (const [name, { env_file }] of mounting) {
    expect([name, env_file]).toEqual([name, [{ path: `./.hashes/storefront/${name}.env`, required: false }]]);
  }
});

test.each(['README.md', 'compose.yaml', 'deploy-local.mjs'])(
  'each command of %s that publishes takes the sources of this folder, and replaces no service',
  (file) => {
    const runs = [...read(`platform/deploy/${file}`).matchAll(/docker compose run (.*) release publish /g)];
    expect(runs.map(([, options]) => options)).toEqual(['--rm --build --no-deps']);
  },
);

test.each(['platform/deploy/README.md', 'docs/runbook.md'])(
  'no commands of %s replace a variable by a second one',
  (file) => {
    for (const [block] of read(file).matchAll(/^```\n[\s\S]*?^```$/gm)) {
      const exported = [...block.matchAll(/^export (.*)/gm)].flatMap(
        ([, line = '']) => line.match(/\b[A-Z_]+(?==)/g) ?? [],
      );
      expect(exported).toEqual([...new Set(exported)]);
    }
  },
);

test('the commands of README.md work in a folder whose name has a space', () => {
  const paths = read('platform/deploy/README.md').match(/.\$secrets\b/g) ?? [];
  expect(paths.length).toBeGreaterThan(5);
  expect(new Set(paths)).toEqual(new Set(['"$secrets']));
});

test.each(['platform/deploy/README.md', 'docs/runbook.md'])(
  'a restore of %s is in another block than its backup, and is complete or changes nothing',
  (file) => {
    const blocks = [...read(file).matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
    const makes = /\bpg_dump\b|\bbackup (?:to\b|-|\d)/;
    const restores = /\bpg_restore\b|\brestore (?:-|\d)|\bbackup from\b/;
    expect(blocks.filter((block) => makes.test(block) && restores.test(block))).toEqual([]);
    const commands = blocks.flatMap((block) => block.match(/^pg_restore .*/gm) ?? []);
    const isComplete = (command: string) => command.includes(' --single-transaction --no-owner ');
    expect(commands.filter((command) => !isComplete(command))).toEqual([]);
  },
);

test.each(services)('%s runs without root and capabilities, with limits of memory and processes', (_, service) => {
  expect(service).toMatchObject({
    user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
    mem_limit: expect.stringMatching(/^[1-9]\d*[mg]$/),
    pids_limit: expect.any(Number),
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});

test('only the service that builds apps can write outside its volumes', () => {
  const writable = services.filter(([, service]) => service.read_only !== true).map(([name]) => name);
  expect(writable).toEqual(['release']);
});

test.each(gateways)('%s gets only public keys and valid settings', (_, service) => {
  expect(service.secrets).toEqual(['gateway_access_key', 'gateway_secret_key', 'customer_groups_key']);
  expect(service.volumes?.[0]).toBe('./secrets/release-keys/trusted:/run/release-keys/trusted:ro');
  const env = { ...getVariables(service), AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', HOST: '0.0.0.0' };
  expect(readGatewaySettings(env)).toMatchObject({
    port: 3000,
    env: 'production',
    releaseStore: { kind: 's3', settings: { endpoint: 'http://object-store:9000', bucket: 'releases' } },
    keysFolder: '/run/release-keys',
    publicUrl: 'http://localhost:8080',
    trustedProxies: ['172.30.0.0/24'],
  });
});

test('only the signer and rotate-key have the signing key: another user than that of release and watch', () => {
  const { signer = {}, release = {}, watch = {}, 'release-service': service = {} } = compose.services;
  const hasKey = ([, { volumes = [] }]: [string, Service]) =>
    volumes.some((volume) => volume.startsWith('./secrets/release-keys:') || /^\.\/secrets:/.test(volume));
  expect(services.filter(hasKey).map(([name]) => name)).toEqual(['signer', 'rotate-key']);
  // rotate-key runs while the signer is stopped, and starts a signer of its own.
  expect(compose.services['rotate-key']).toMatchObject({ user: '1001:1000', profiles: ['rotate-key'] });
  expect(compose.services['rotate-key']?.environment?.RELEASE_SIGNER).toBe('');
  expect(signer).toMatchObject({
    user: '1001:1000',
    read_only: true,
    network_mode: 'none',
    volumes: ['./secrets/release-keys:/run/release-keys:ro', 'signer:/run/signer'],
  });
  expect([signer.environment, signer.ports]).toEqual([undefined, undefined]);
  expect(compose.volumes.signer?.driver_opts).toMatchObject({ type: 'tmpfs', o: 'uid=1001,gid=1000,mode=0750' });
  for (const { user, volumes, environment } of [release, watch, service]) {
    // Another user of the same group.
    expect(user).toBe('1000:1000');
    expect(volumes).toEqual(
      expect.arrayContaining(['./secrets/release-keys/trusted:/run/release-keys/trusted:ro', 'signer:/run/signer']),
    );
    expect(environment?.RELEASE_SIGNER).toBe('/run/signer/signer.sock');
    expect(signer.command).toContain(environment?.RELEASE_SIGNER);
  }
  const others = services.filter(([, { volumes = [] }]) => volumes.includes('signer:/run/signer'));
  expect(others.map(([name]) => name)).toEqual(['signer', 'release-service', 'release', 'watch']);
});

test('every user of the object store has credentials of its own, and no secret is that of an administrator', () => {
  const getSecrets = (name: string) => compose.services[name]?.secrets ?? [];
  for (const name of ['release', 'watch']) {
    expect(getSecrets(name)).toEqual([`${name}_access_key`, `${name}_secret_key`]);
    const { AWS_ACCESS_KEY_ID_FILE, AWS_SECRET_ACCESS_KEY_FILE } = compose.services[name]?.environment ?? {};
    const files = [`/run/secrets/${name}_access_key`, `/run/secrets/${name}_secret_key`];
    expect([AWS_ACCESS_KEY_ID_FILE, AWS_SECRET_ACCESS_KEY_FILE]).toEqual(files);
  }
  const keys = ['gateway-1', 'release', 'watch'].flatMap(getSecrets);
  expect(getSecrets('object-store')).toEqual(
    keys.filter((name) => typeof name === 'string' && /_(?:access|secret)_key$/.test(name)),
  );
  expect(Object.keys(compose.secrets).filter((name) => /root|admin/.test(name))).toEqual([]);
});

test('the store API has valid settings, the sandbox off, and no variable contains its password', () => {
  const { 'store-api-1': service = {} } = compose.services;
  expect(readStoreApiSettings({ ...getVariables(service), NODE_ENV: 'production' })).toMatchObject({
    databaseUrl: 'postgres://store@database/store',
    shopUrl: 'http://localhost:8080',
    // It continues the request ids and traces of the edges and the gateways.
    trustedProxies: [...edges, ...gateways].map(getAddress),
    sandbox: false,
    upiPayee: undefined,
  });
});

test('every setting of the gateway and the store API can be given', () => {
  /** Settings that fit every deployment of this file. */
  const fixed = ['RELEASE_ENV', 'STORE_API_PORT'];
  const listMissing = (name: string, schema: object) => {
    const given = Object.keys(compose.services[name]?.environment ?? {}).map((key) => key.replace(/_FILE$/, ''));
    const inImage = [...dockerfile.matchAll(/\b([A-Z_]+)=/g)].map(([, key]) => key);
    return Object.keys(schema).filter((key) => ![...given, ...inImage, ...fixed].includes(key));
  };
  expect(listMissing('gateway-1', gatewayVariables)).toEqual([]);
  expect(listMissing('store-api-1', storeApiVariables)).toEqual([]);
});

test('every service that runs the gates has a home that its browser can write to', () => {
  const running = services.filter(([, { command = [], entrypoint = [] }]) =>
    /\b(console|watch)\b/.test([...entrypoint, ...command].join(' ')),
  );
  expect(running.map(([name]) => name).sort()).toEqual(['release-service', 'watch']);
  for (const [, { environment = {} }] of running) expect(environment.HOME).toBe('/tmp');
});

test('the release service has valid settings for a company, and no variable contains a secret', () => {
  const { 'release-service': service = {} } = compose.services;
  const company = {
    CONSOLE_URL: 'https://releases.example',
    OIDC_ISSUER: 'https://identity.example',
    OIDC_CLIENT_ID: 'releases',
    OIDC_CLIENT_SECRET: 'secret',
  };
  expect(readServiceSettings({ ...getVariables(service), ...company })).toMatchObject({
    host: '0.0.0.0',
    port: 3300,
    databaseUrl: 'postgres://store@database/store',
  });
  // A minute for running changes, and more to end.
  expect(service.stop_grace_period).toBe('80s');
  // Without an identity provider it does not start.
  expect(() => readServiceSettings(getVariables(service))).toThrow('OIDC_ISSUER is not set');
});

test('the commands of README.md that import a policy run the program of the release service, with a file that is mounted', () => {
  const { entrypoint, volumes } = compose.services['release-service'] ?? {};
  expect(findCommand('docker compose', 'import-policy')).toBe(
    'docker compose run --rm release-service import-policy /run/release-config/policy.json',
  );
  expect(entrypoint).toEqual(['node', 'platform/deploy/with-secrets.mjs', 'tooling/run.mjs', 'console']);
  expect(volumes?.map((volume) => volume.split(':')[1])).toContain('/run/release-config');

  const documents = parseAllDocuments(read('platform/deploy/kubernetes/base/release-service.yaml'));
  const deployment = documents.map((document) => document.toJS()).find(({ kind }) => kind === 'Deployment');
  const [{ command, volumeMounts }] = deployment.spec.template.spec.containers;
  expect(findCommand('kubectl', 'import-policy')).toBe(
    `kubectl exec -n storefront deploy/release-service -- ${command.join(' ')} import-policy /run/release-policy/policy.json`,
  );
  expect(volumeMounts).toContainEqual({ name: 'policy', mountPath: '/run/release-policy', readOnly: true });
});

test('the services that show metrics and traces publish their ports for this machine only', () => {
  const published = services.flatMap(([, { profiles, ports = [] }]) =>
    profiles?.some((name) => /metrics|traces/.test(name)) ? ports : [],
  );
  expect(published.length).toBeGreaterThan(2);
  for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
});

/** Runs platform/deploy/object-store.sh with secrets in a folder. */
function printIdentities(secrets: Record<string, string>) {
  const folder = createTestFolder();
  for (const [name, value] of Object.entries(secrets)) writeFileSync(path.join(folder, name), value);
  return spawnSync('sh', [path.join(root, 'platform/deploy/object-store.sh'), 'identities'], {
    env: { PATH: process.env.PATH, SECRETS: folder },
    encoding: 'utf8',
  });
}

const users = ['release', 'watch', 'gateway'];
const objectStoreSecrets = Object.fromEntries(
  users.flatMap((name) => [
    [`${name}_access_key`, `${name}-key`],
    [`${name}_secret_key`, '0f3a\n'],
  ]),
);

test.each([
  ['release', ['']],
  ['watch', ['probe/', 'env/', 'webhooks/']],
  ['gateway', ['probe/', 'metrics/', 'daily-metrics/', 'error-reports/']],
])('the object store lets %s write %j and nothing else', (name, folders) => {
  const { Statement } = JSON.parse(read(`platform/deploy/${name}-policy.json`));
  const changed = Statement.filter(({ Action }: { Action: string[] }) =>
    Action.some((action) => /Put|Delete|\*/.test(action)),
  );
  expect(changed.flatMap(({ Resource }: { Resource: string[] }) => Resource)).toEqual(
    folders.map((folder) => `arn:aws:s3:::releases/${folder}*`),
  );
  const { identities } = JSON.parse(printIdentities(objectStoreSecrets).stdout);
  const writes = folders.map((folder) => (folder ? `Write:releases/${folder}*` : 'Write:releases'));
  expect(identities).toContainEqual({
    name,
    credentials: [{ accessKey: `${name}-key`, secretKey: '0f3a' }],
    actions: ['Read:releases', 'List:releases', ...writes],
  });
  expect(identities).toHaveLength(users.length);
});

test.each(['', 'a"b', 'two words', '$(id)'])(
  'refuses the object-store secret %j with a message that names it',
  (value) => {
    const { status, stdout, stderr } = printIdentities({ ...objectStoreSecrets, gateway_secret_key: value });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('The secret gateway_secret_key must be letters, digits');
  },
);

describe('the first publication', () => {
  /**
   * Runs publish-first.sh with a `release` that prints a status, and a release store whose apps have 1.0.0.
   *
   * @returns The other commands that it runs, in order.
   */
  function publishFirst(status: string, exitCode: number, variables: Record<string, string> = {}) {
    const folder = createTestFolder();
    for (const app of ['shell', 'mf-a']) mkdirSync(path.join(folder, app));
    writeFileSync(
      path.join(folder, 'node'),
      `#!/bin/sh
if [ "$1" = --import ]; then exec echo "1.0.1"; fi
shift 3
env=$2
shift 2
if [ "$1" = status ]; then printf '%s' '${status}'; exit ${exitCode}; fi
echo "$env: $*"
`,
      { mode: 0o755 },
    );
    const { status: code, stdout } = spawnSync('sh', [path.join(root, 'platform/deploy/publish-first.sh')], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}`, ...variables },
      encoding: 'utf8',
    });
    return { code, commands: stdout.split('\n').filter(Boolean) };
  }

  const empty =
    '{ "error": "production has no live composition yet: publish and promote the shell and remotes first." }';

  it.each([
    ['production', {}],
    ['staging', { RELEASE_ENV: 'staging' }],
  ])('publishes every app to the empty environment %s, under one version that no app has', (env, variables) => {
    const { code, commands } = publishFirst(empty, 1, variables);
    expect(code).toBe(0);
    expect(commands).toEqual([
      `${env}: publish shell --version 1.0.1`,
      `${env}: publish mf-a --version 1.0.1`,
      `${env}: promote shell@1.0.1 mf-a@1.0.1 --reason first release --wait`,
    ]);
  });

  it('asks the release store of its settings for the version', () => {
    const store = createTestFolder();
    mkdirSync(path.join(store, 'v/mf-a'), { recursive: true });
    writeFileSync(path.join(store, 'v/mf-a/1.0.0.json'), '{}');
    const [, command = ''] = /^version=\$\(node (.*)\)$/m.exec(read('platform/deploy/publish-first.sh')) ?? [];
    const env = { PATH: process.env.PATH, RELEASE_STORE: store };
    const { stdout, stderr } = spawnSync(process.execPath, command.split(' '), { cwd: root, env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['1.0.1\n', '']);
  });

  it.each([
    ['something is live', '{ "live": {} }', 0, 0],
    ['the release store does not answer', '{ "error": "fetch failed" }', 1, 1],
    ['the command cannot start', '', 1, 1],
  ])('publishes nothing when %s', (_case, status, exitCode, code) => {
    expect(publishFirst(status, exitCode)).toEqual({ code, commands: [] });
  });
});
