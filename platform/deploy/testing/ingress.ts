import type { Manifest } from './manifests';
import { find } from './manifests';

/** Addresses of the pods that a Service selects, by the name of the Service. */
export type ServiceAddresses = Readonly<Record<string, readonly string[]>>;

/**
 * Formats the configuration of an nginx that routes as an ingress controller does: the paths of each Ingress to the pods of
 * their Services, with the headers of the controller.
 *
 * @param ports The port that serves each Ingress, by its name: TLS and the names of hosts are left out.
 */
export function formatIngressConfiguration(
  manifests: readonly Manifest[],
  ports: Readonly<Record<string, number>>,
  addresses: ServiceAddresses,
): string {
  const upstreams = new Map<string, string>();
  const servers = Object.entries(ports).map(([name, port]) => {
    const paths = find(manifests, 'Ingress', name).spec?.rules?.[0]?.http?.paths ?? [];
    const locations = paths.map(({ path, backend }) => {
      const { name: service = '', port: target } = backend.service ?? {};
      const { spec } = find(manifests, 'Service', service);
      const number = spec?.ports?.find((entry) => entry.name === target?.name)?.port;
      const upstream = `${service}-${target?.name}`;
      const pods = (addresses[service] ?? []).map((address) => `server ${address}:${number};`);
      upstreams.set(upstream, `upstream ${upstream} { ${pods.join(' ')} }`);
      return `location ${path} { proxy_pass http://${upstream}; }`;
    });
    return `server { listen ${port}; ${locations.join(' ')} }`;
  });
  return `events {}
http {
  client_body_temp_path /tmp/body; proxy_temp_path /tmp/proxy; fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi; scgi_temp_path /tmp/scgi;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  # A refused connection is a failure, which a controller would hide.
  proxy_next_upstream off;
  # No connection of a client ends with a reload.
  keepalive_timeout 0;
  ${[...upstreams.values()].join('\n  ')}
  ${servers.join('\n  ')}
}
`;
}
