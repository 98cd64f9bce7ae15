import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { INamespace } from 'kubernetes-models/v1/Namespace';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';

export type Manifest =
  | IConfigMap
  | IDeployment
  | IIngress
  | IJob
  | INamespace
  | INetworkPolicy
  | IPodDisruptionBudget
  | ISecret
  | IService
  | IStatefulSet;

/** The label that selects the pods of a workload. */
export const nameLabel = 'app.kubernetes.io/name';

export const getName = ({ metadata }: Pick<Manifest, 'metadata'>): string => metadata?.name ?? '';

/** Selects the manifests of a kind. */
export const select = <Kind extends Manifest['kind']>(manifests: readonly Manifest[], kind: Kind) =>
  manifests.filter((manifest): manifest is Extract<Manifest, { kind: Kind }> => manifest.kind === kind);

/** Finds a manifest by its kind and name. @throws When there is none. */
export function find<Kind extends Manifest['kind']>(manifests: readonly Manifest[], kind: Kind, name: string) {
  const found = select(manifests, kind).find((manifest) => getName(manifest) === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

/** Lists the workloads with the template of their pods. */
export const listWorkloads = (manifests: readonly Manifest[]) =>
  [...select(manifests, 'StatefulSet'), ...select(manifests, 'Deployment'), ...select(manifests, 'Job')].map(
    (manifest) => {
      const template = manifest.spec?.template;
      if (!template?.spec) throw new Error(`${getName(manifest)} has no pod.`);
      return { name: getName(manifest), manifest, pod: template.spec, labels: template.metadata?.labels ?? {} };
    },
  );

/** Whether kubectl is installed with a kustomize that knows `labels` and `replacements`. Prints a message when it is not. */
export function hasKubectl(): boolean {
  const { stdout } = spawnSync('kubectl', ['version', '--client', '--output', 'json'], { encoding: 'utf8' });
  const [, minor = '0'] = /"minor": "(\d+)/.exec(stdout ?? '') ?? [];
  if (Number(minor) >= 27) return true;
  process.stderr.write(
    '\n!!! THE MANIFESTS OF KUBERNETES ARE NOT TESTED: kubectl 1.27 or newer is not installed. !!!\n\n',
  );
  return false;
}

interface Overlay {
  configMapGenerator: { files?: string[] }[];
  secretGenerator: { files: string[] }[];
}

/** Lists the files in `secrets` of an overlay that its generators read. */
export function listSecretFiles(overlay: string): string[] {
  const { configMapGenerator, secretGenerator } = parse(
    readFileSync(path.join(overlay, 'kustomization.yaml'), 'utf8'),
  ) as Overlay;
  const files = [...configMapGenerator, ...secretGenerator].flatMap(({ files = [] }) => files);
  return [...new Set(files.map((file) => file.replace(/^.*=/, '')).filter((file) => file.startsWith('secrets/')))];
}

/**
 * Copies the manifests into an empty folder, with the secrets of the overlay `production`.
 *
 * @param values Content of files in `secrets`, by their path. The keys of releases are created; other files hold `none`.
 * @returns The folder of the overlay.
 */
export function copyManifests(folder: string, values: Record<string, string> = {}): string {
  cpSync(path.join(import.meta.dirname, '../kubernetes'), folder, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'secrets',
  });
  const overlay = path.join(folder, 'overlays/production');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const content: Record<string, string> = {
    'secrets/release-keys/signing-key.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    'secrets/release-keys/trusted/release.pem': publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    'secrets/webhooks.json': '{ "webhooks": [] }',
    'secrets/customer-groups-key': '',
    ...values,
  };
  for (const file of listSecretFiles(overlay)) {
    mkdirSync(path.join(overlay, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(overlay, file), content[file] ?? 'none');
  }
  return overlay;
}

/** Renders an overlay with `kubectl kustomize`. @throws With the output of kubectl. */
export function renderManifests(overlay: string): Manifest[] {
  if (!existsSync(overlay)) throw new Error(`${overlay} does not exist.`);
  const text = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  // kustomize breaks lines of base64, and a cluster joins them.
  for (const { data = {} } of select(manifests, 'Secret')) {
    for (const name of Object.keys(data)) data[name] = data[name]?.replace(/\s/g, '') ?? '';
  }
  return manifests;
}
