import type { ComposedRemote, Composition } from './composition';
import { matchRemoteRoute } from './match-remote-route';
import { purchasePaths } from './urls';

/** An origin of a remote's own backend: https, or http on the machine of a developer. Lower case, without a slash at the end. */
export const connectOriginPattern =
  /^(?:https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

/** Origins that a remote may declare. Each makes the headers of documents longer. */
export const maxConnectOrigins = 8;

const listOrigins = ({ connect = [], previous }: ComposedRemote): readonly string[] => [
  ...connect,
  ...(previous?.connect ?? []),
];

/**
 * Lists the origins that the document of a page may call: those of every remote that it can show. These are the owner of the page,
 * the remotes that fill slots, and the owners of the purchase, during which no document is loaded.
 *
 * @param owner Name of the remote that owns the page. Undefined for a page of the shell.
 */
export function listConnectOrigins(composition: Composition, owner: string | undefined): string[] {
  const declaring = composition.remotes.filter((remote) => listOrigins(remote).length > 0);
  if (declaring.length === 0) return [];
  const owners = [owner, ...purchasePaths.map((path) => matchRemoteRoute(composition, path)?.remote.name)];
  const shown = declaring.filter(({ name, slots }) => slots?.length || owners.includes(name));
  return [...new Set(shown.flatMap(listOrigins))].sort();
}

/** Lists the origins that any page of a composition may call. */
export const listAllConnectOrigins = ({ remotes }: Composition): string[] => remotes.flatMap(listOrigins);
