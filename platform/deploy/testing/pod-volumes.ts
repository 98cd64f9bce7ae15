import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { find, getName, type Manifest, select } from './manifests';
import { docker, type Pod, runAsRoot, toDockerMemory } from './pod';

type Volume = NonNullable<IPodSpec['volumes']>[number];

/** Creates a volume in memory. @returns Its id for Docker. */
async function createMemoryVolume(id: string, group: number, size: string): Promise<string> {
  const options = `gid=${group},mode=2777,size=${toDockerMemory(size)}`;
  await docker('volume', 'rm', '--force', id);
  await docker('volume', 'create', '--opt', 'type=tmpfs', '--opt', 'device=tmpfs', '--opt', `o=${options}`, id);
  return id;
}

/** Lists the files of a Secret or ConfigMap: none when an optional ConfigMap does not exist. */
export function listFiles(manifests: readonly Manifest[], { configMap, secret }: Volume): [string, string | Buffer][] {
  if (secret) {
    const { data = {} } = find(manifests, 'Secret', secret.secretName ?? '');
    return Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64')]);
  }
  const { name = '', optional = false } = configMap ?? {};
  if (optional && !select(manifests, 'ConfigMap').some((manifest) => getName(manifest) === name)) return [];
  return Object.entries(find(manifests, 'ConfigMap', name).data ?? {});
}

/**
 * Creates the volumes of a pod.
 *
 * @param folder Folder for volumes. Its files belong to root.
 * @returns What Docker mounts, by the name of the volume.
 */
export async function createVolumes(
  manifests: readonly Manifest[],
  folder: string,
  { endpoint, spec, sandbox }: Pod,
): Promise<Record<string, string>> {
  const group = spec.securityContext?.fsGroup ?? 0;
  const steps: string[] = [];
  const mounts: Record<string, string> = {};
  for (const volume of spec.volumes ?? []) {
    const { name, configMap, secret, emptyDir } = volume;
    const target = path.join(folder, endpoint.name, name);
    mounts[name] = target;
    const inTools = `/pods/${endpoint.name}/${name}`;
    if (emptyDir?.medium === 'Memory') {
      mounts[name] = await createMemoryVolume(`${sandbox}-${name}`, group, String(emptyDir.sizeLimit));
    } else if (emptyDir) {
      steps.push(`rm -rf ${inTools}; mkdir -p ${inTools}; chown 0:${group} ${inTools}; chmod 2777 ${inTools}`);
    } else {
      const mode = (secret ?? configMap)?.defaultMode ?? 0o644;
      const draft = path.join(folder, 'drafts', endpoint.name, name);
      mkdirSync(draft, { recursive: true });
      for (const [key, value] of listFiles(manifests, volume)) writeFileSync(path.join(draft, key), value);
      steps.push(
        `rm -rf ${inTools}; mkdir -p /pods/${endpoint.name}; cp -r /pods/drafts/${endpoint.name}/${name} ${inTools}`,
        `chown -R 0:${group} ${inTools}; chmod 755 ${inTools}`,
        `find ${inTools} -type f -exec chmod ${mode.toString(8)} {} +`,
      );
    }
  }
  await runAsRoot(steps.join('\n'), '--volume', `${folder}:/pods`);
  return mounts;
}
