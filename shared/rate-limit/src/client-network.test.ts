import { clientNetwork } from './client-network';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unix:', 'unix:'],
  [undefined, 'unknown'],
])('returns the network of %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each([
  ['2001:0db8:0001:ffff:1:2:3:4', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'],
])('counts %s for %s when a network is a site of 48 bits', (address, network) => {
  expect(clientNetwork(address, 48)).toBe(network);
});
