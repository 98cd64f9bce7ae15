import { createAllowance, networkOf } from './network-address';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::5', '2001:db8:1'],
  ['2001:0db8:0001:ffff:1:2:3:4', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network));

test('each network may do something so many times in a while, and again in the next', () => {
  const may = createAllowance(2, 1000);
  expect([may('a', 0), may('a', 1), may('a', 2), may('b', 3)]).toEqual([true, true, false, true]);
  expect(may('a', 1000)).toBe(true);
});
