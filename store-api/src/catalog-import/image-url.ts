import { BlockList, isIP } from 'node:net';

/** Networks that no picture of a public shop comes from: a browser of a shopper would call its own network. RFC 6890. */
const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  privateNetworks.ipv4.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Also the forms of IPv6 that contain an address of IPv4.
  ...([
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 32],
    ['2001::', 32],
    ['2002::', 16],
  ] as const),
  ...([
    ['fc00::', 7],
    ['fe80::', 9],
    ['ff00::', 8],
  ] as const),
]) {
  privateNetworks.ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Endings of names that lead into a private network. */
const privateName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|localdomain)$/;

/**
 * Finds out why a shop must not show a picture at an address. The address has neither a user nor a password, and its host is public.
 * A developer may have the pictures of a trial at `localhost`, by exactly this name.
 *
 * @returns Null for an address that a shop may show.
 */
export function findImageUrlProblem(url: string): string | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(url) || !URL.canParse(url)) return 'is not an address of a picture';
  const { username, password, hostname } = new URL(url);
  if (username || password) return 'contains a user or a password';
  if (hostname === 'localhost') return null;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const isPrivate = version
    ? privateNetworks[family].check(host, family)
    : !host.includes('.') || privateName.test(host);
  return isPrivate ? 'is in a private network' : null;
}
