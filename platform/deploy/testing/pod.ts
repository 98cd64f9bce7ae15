import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { findBaseImage, runProgram } from './containers';
import type { Endpoint } from './network-policies';

export type Container = IPodSpec['containers'][number];
export type Probe = NonNullable<Container['livenessProbe']>;

/** A pod that runs as containers, which share the network of `sandbox`. */
export interface Pod {
  endpoint: Endpoint;
  spec: IPodSpec;
  /** The container that keeps network and address, also while the pod is replaced: the address of a Service of one pod. */
  sandbox: string;
}

/** The image with the tools of the network and of root. */
export const toolsImage = 'storefront-test-tools';
export const toolsDockerfile = `FROM ${findBaseImage('debian')}
RUN apt-get update && apt-get install -y --no-install-recommends iptables
`;

export const docker = (...args: string[]) => runProgram('docker', args);

/** Runs a shell as root, with a folder of this machine, or in the network of a container. */
export const runAsRoot = (script: string, ...options: string[]) =>
  docker('run', '--rm', '--user', '0:0', ...options, '--entrypoint', 'sh', toolsImage, '-ec', script);

/** Id of a container for Docker. */
export const getId = ({ sandbox }: Pod, { name }: Container): string => `${sandbox}-${name}`;

export const isRunning = async (id: string) =>
  (await docker('inspect', '--format', '{{.State.Running}}', id)).trim() === 'true';

export const findContainer = ({ spec }: Pod, name: string) => {
  const found = [...(spec.initContainers ?? []), ...spec.containers].find((container) => container.name === name);
  if (!found) throw new Error(`There is no container ${name}.`);
  return found;
};

export const readLog = (pod: Pod, name: string) => docker('logs', getId(pod, findContainer(pod, name)));

export const toDockerMemory = (quantity: string) => quantity.replace('Gi', 'g').replace('Mi', 'm');
