import { isIPv4, isIPv6 } from 'node:net';

/**
 * What stands for one place on the network: an IPv4 address, or the first 48 bits of an IPv6 one, since a site gets that
 * many addresses to itself (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Lets each network do something so many times in a while.
 *
 * @param most Times in one while.
 * @param length Milliseconds of a while.
 */
export function createAllowance(most: number, length: number): (network: string, now: number) => boolean {
  /** Networks remembered in one while; when there are more, whoever is new waits for the next. */
  const mostNetworks = 100_000;
  const used = new Map<string, number>();
  let since = 0;
  return (network, now) => {
    if (now - since >= length) {
      used.clear();
      since = now;
    }
    const times = used.get(network) ?? 0;
    if (times >= most || (times === 0 && used.size >= mostNetworks)) return false;
    used.set(network, times + 1);
    return true;
  };
}
