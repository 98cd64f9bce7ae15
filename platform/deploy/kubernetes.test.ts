import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readGatewaySettings } from '@shop/gateway/settings';
import { readServiceSettings } from '@shop/release-console/server/settings';
import { readStoreApiSettings } from '@shop/store-api/settings';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';

/*
 * These tests need no cluster. They check the manifests against the schemas of Kubernetes, and that they fit together: every
 * setting is valid, no server has more rights or secrets than it needs, and no connection is open without a use.
 */
const folder = path.join(import.meta.dirname, 'kubernetes');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const base = parse(read('base/kustomization.yaml')) as { resources: string[] };
const production = parse(read('overlays/production/kustomization.yaml')) as {
  resources: string[];
  images: { name: string; newName: string; newTag: string }[];
  configMapGenerator: { name: string; literals?: string[]; files?: string[] }[];
};

type Manifest = IDeployment | IService | INetworkPolicy | IPodDisruptionBudget;
const manifests = base.resources.flatMap((file) =>
  parseAllDocuments(read(`base/${file}`)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const select = <Kind extends Manifest['kind']>(kind: Kind) =>
  manifests.filter((manifest): manifest is Extract<Manifest, { kind: Kind }> => manifest.kind === kind);
const getName = ({ metadata }: Manifest) => metadata?.name ?? '';
const label = 'app.kubernetes.io/name';

const deployments = select('Deployment').map((manifest) => {
  const pod = manifest.spec?.template.spec;
  if (!pod) throw new Error(`${getName(manifest)} has no pod`);
  return { name: getName(manifest), manifest, pod };
});
const containers = deployments.flatMap(({ name, pod }) =>
  [...(pod.initContainers ?? []), ...pod.containers].map((container) => ({
    title: `${container.name} of ${name}`,
    pod,
    container,
  })),
);
const findContainer = (name: string) => {
  const found = containers.find(({ container }) => container.name === name);
  if (!found) throw new Error(`there is no container ${name}`);
  return found;
};

/** The variables of a container, with the values of production. */
function getVariables(name: string): Record<string, string> {
  const { env = [], envFrom = [] } = findContainer(name).container;
  const maps = envFrom.map(({ configMapRef }) => configMapRef?.name);
  const literals = production.configMapGenerator.flatMap(({ name: map, literals: lines = [] }) =>
    maps.includes(map) ? lines : [],
  );
  return Object.fromEntries([
    ...literals.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ...env.map(({ name: variable, value = '' }) => [variable, value]),
  ]);
}

test('every file is a resource, and the overlay of production has the base', () => {
  expect(readdirSync(path.join(folder, 'base')).sort()).toEqual([...base.resources, 'kustomization.yaml'].sort());
  expect(production.resources).toEqual(['../../base']);
  expect(deployments.map(({ name }) => name)).toEqual(['gateway', 'store-api', 'release-service']);
});

const models = { Deployment, Service, NetworkPolicy, PodDisruptionBudget };
test.each(manifests.map((manifest) => [`${manifest.kind} ${getName(manifest)}`, manifest] as const))(
  '%s is valid by the schemas of Kubernetes',
  (_title, manifest) => {
    const Model = models[manifest.kind] as new (data: Manifest) => { validate: () => void };
    expect(() => new Model(manifest).validate()).not.toThrow();
  },
);

test.each(containers.map((entry) => [entry.title, entry] as const))(
  '%s runs without root and rights, with limits and with probes of start, readiness and liveness',
  (_title, { container, pod }) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toMatchObject({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
    expect(container.resources).toEqual({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { cpu: expect.any(String), memory: expect.any(String) },
    });
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      expect(probe?.exec ?? probe?.httpGet).toBeDefined();
    }
    if (!container.startupProbe?.httpGet) return;
    const port = container.ports?.[0]?.containerPort;
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port });
  },
);

test('every image has a version, which the overlay of a cluster sets', () => {
  for (const { container } of containers) {
    const [name, tag] = (container.image ?? '').split(':');
    expect(production.images.map((image) => image.name)).toContain(name);
    expect(tag).toMatch(/^\d+\.\d+\.\d+$/);
  }
  for (const { newName, newTag } of production.images) {
    expect(newName).toMatch(/^registry\.example\//);
    expect(newTag).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('no manifest contains a value of a secret: secrets are files, and the README names each', () => {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
  for (const { container } of containers) {
    for (const { name, value } of container.env ?? []) {
      if (/SECRET|PASSWORD|KEY_ID|DATABASE_URL/.test(name))
        expect([name, value]).toEqual([name, expect.stringMatching(/^\/run\/secrets\//)]);
      if (name.endsWith('_FILE'))
        expect(container.volumeMounts?.some(({ mountPath }) => value?.startsWith(`${mountPath}/`))).toBe(true);
    }
  }
  const literals = production.configMapGenerator.flatMap(({ literals: lines = [] }) => lines);
  expect(literals.filter((line) => /SECRET|PASSWORD|AWS_|DATABASE_URL|:\/\/[^/]*@/.test(line))).toEqual([]);
  const secrets = deployments.flatMap(({ pod }) =>
    (pod.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []),
  );
  expect(new Set(secrets).size).toBe(5);
  for (const name of secrets) expect(readme).toContain(`\`${name}\``);
  const maps = deployments.flatMap(({ pod }) => (pod.volumes ?? []).flatMap(({ configMap }) => configMap?.name ?? []));
  expect(production.configMapGenerator.map(({ name }) => name)).toEqual(expect.arrayContaining(maps));
});

test('every mounted volume exists, and every deployment has two instances, a service and a disruption budget', () => {
  for (const { container, pod } of containers) {
    const volumes = (pod.volumes ?? []).map(({ name }) => name);
    for (const { name } of container.volumeMounts ?? []) expect(volumes).toContain(name);
  }
  for (const { name, manifest } of deployments) {
    expect(manifest.spec?.replicas).toBe(2);
    expect(manifest.spec?.template.metadata?.labels).toEqual({ [label]: name });
    const service = select('Service').find((found) => getName(found) === name);
    expect(service?.spec?.selector).toEqual({ [label]: name });
    expect(service?.spec?.ports?.[0]?.port).toBe(findContainer(name).container.ports?.[0]?.containerPort);
    const budget = select('PodDisruptionBudget').find((found) => getName(found) === name);
    expect(budget?.spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: { [label]: name } } });
  }
});

test('only the signer has the signing key: a sidecar of the release service, another user, reached through a socket', () => {
  const withKey = containers.filter(({ container, pod }) => {
    const keys = (pod.volumes ?? []).filter(({ secret }) => secret?.secretName === 'release-signing-key');
    return container.volumeMounts?.some(({ name }) => keys.some((volume) => volume.name === name));
  });
  expect(withKey.map(({ title }) => title)).toEqual(['signer of release-service']);
  const { container: signer, pod } = findContainer('signer');
  expect(signer).toMatchObject({ restartPolicy: 'Always', securityContext: { runAsUser: 1001 } });
  expect([signer.env, signer.envFrom, signer.ports]).toEqual([undefined, undefined, undefined]);
  expect(pod.volumes).toContainEqual({ name: 'signer', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } });
  const users = containers.filter(({ container }) => container.volumeMounts?.some(({ name }) => name === 'signer'));
  expect(users.map(({ container }) => container.name)).toEqual(['signer', 'release-service']);
  expect(signer.args).toContain(getVariables('release-service').RELEASE_SIGNER);
  // The arguments are those of compose.yaml, which signer-service.slow.test.ts runs.
  const { services } = parse(readFileSync(path.join(import.meta.dirname, 'compose.yaml'), 'utf8'), { merge: true });
  expect([signer.command, signer.args]).toEqual([services.signer.entrypoint, services.signer.command]);
});

test('everything is refused, except ingress to the servers, metrics, and gateways to the store API', () => {
  const policies = select('NetworkPolicy');
  expect(policies.find((policy) => getName(policy) === 'deny-everything')?.spec).toEqual({
    ...{ podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
  });
  const namespace = (name: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });
  const pods = (name: string) => ({ podSelector: { matchLabels: { [label]: name } } });
  const metrics = { from: [namespace('monitoring')], ports: [{ port: 9464 }] };
  const allowed = Object.fromEntries(
    policies.filter(({ spec }) => spec?.ingress).map((policy) => [getName(policy), policy.spec?.ingress]),
  );
  expect(allowed).toEqual({
    gateway: [{ from: [namespace('ingress')], ports: [{ port: 3000 }] }, metrics],
    'store-api': [{ from: [namespace('ingress'), pods('gateway')], ports: [{ port: 8044 }] }, metrics],
    'release-service': [{ from: [namespace('ingress')], ports: [{ port: 3300 }] }],
  });
  for (const policy of policies.filter(({ spec }) => spec?.egress)) {
    expect(policy.spec?.podSelector).toEqual(pods(getName(policy)).podSelector);
    // A rule without a port would allow every connection.
    for (const { ports } of policy.spec?.egress ?? []) expect(ports?.every(({ port }) => port)).toBe(true);
  }
});

test('the settings of every server are valid', () => {
  const secrets = {
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    HOST: '0.0.0.0',
    NODE_ENV: 'production',
  };
  const releaseStore = { kind: 's3', settings: { bucket: 'shop-releases', endpoint: 'https://objects.example' } };
  expect(readGatewaySettings({ ...getVariables('gateway'), ...secrets })).toMatchObject({
    ...{
      port: 3000,
      env: 'production',
      keysFolder: '/run/release-keys',
      releaseStore,
      publicUrl: 'https://shop.example',
    },
  });
  const database = { DATABASE_URL: 'postgres://store@database/store' };
  expect(readStoreApiSettings({ ...getVariables('store-api'), ...secrets, ...database })).toMatchObject({
    sandbox: false,
  });
  const service = readServiceSettings({
    ...{ ...getVariables('release-service'), ...secrets, ...database, OIDC_CLIENT_SECRET: 'secret' },
  });
  expect(service).toMatchObject({
    ...{ port: 3300, host: '0.0.0.0', publicUrl: 'https://releases.example', env: 'production' },
    provider: { issuer: 'https://identity.example', clientId: 'release-service' },
  });
  // Two instances share their state.
  expect(service.databaseUrl).toBe(database.DATABASE_URL);
  for (const { container } of containers) {
    const program = container.command?.find((word) => /^platform\/deploy\/.*\.mjs$/.test(word));
    if (program) expect(existsSync(path.join(import.meta.dirname, '../..', program))).toBe(true);
  }
});
