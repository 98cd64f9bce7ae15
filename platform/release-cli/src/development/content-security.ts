/** Trusted Types policy of the error overlay of the development server. */
const overlayPolicy = 'rspack-dev-server#overlay';

/**
 * Adds what a remote of a development server needs to the content security policy of the live shop. Its files come from the
 * shop's own origin, because the local gateway forwards them, so that Trusted Types and the rest of the policy stay in force.
 *
 * @param policy Policy of the live document.
 * @param options.app Name of the remote. It is the name of its Trusted Types policy.
 * @param options.socket Origin of the socket of hot reload, such as `ws://127.0.0.1:3101`.
 */
export function extendPolicy(policy: string, { app, socket }: { app: string; socket: string }): string {
  const added: Record<string, readonly string[]> = {
    'connect-src': [socket],
    'trusted-types': [app, overlayPolicy],
  };
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .map(([name = '', ...values]) => [name, ...new Set([...values, ...(added[name] ?? [])])].join(' '))
    .join('; ');
}
