import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a subscriber's network: a subscriber chooses the other 64 freely. */
const subscriberBits = 64;

/**
 * The network that a rate limit counts for a client: the whole IPv4 address, the first 64 bits of an IPv6 address.
 * An IPv4 address in IPv6 notation (`::ffff:192.0.2.1`) counts as the IPv4 address.
 *
 * @param address Undefined for a connection that was reset. All of these count as one network.
 * @param ipv6Bits Bits of an IPv6 address that name the network, 1 to 128. A site that has many subscribers has 48 (RFC 6177).
 * @returns For example `192.0.2.1` or `2001:db8:1:2::/64`; `unknown` without an address; the text itself when it is not an
 * address.
 */
export function clientNetwork(address: string | undefined, ipv6Bits = subscriberBits): string {
  if (address === undefined) return 'unknown';
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6Bits}`);
  return `${network.toString()}/${ipv6Bits}`;
}
