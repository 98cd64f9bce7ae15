import { satisfy } from '@module-federation/runtime/core';
import { isInRange } from './version-range';

const versions = ['0.0.3', '0.0.4', '0.2.3', '0.2.9', '0.3.0', '1.0.0', '1.2.3', '1.2.4', '1.10.0', '2.0.0', '10.0.0'];
const ranges = versions.flatMap((version) => [version, `^${version}`]);

test.each(ranges)('decides about the range %s as the full runtime does', (range) => {
  const found = versions.filter((version) => isInRange(version, range));
  expect(found).toEqual(versions.filter((version) => satisfy(version, range)));
  expect(found.length).toBeGreaterThan(0);
});

test('finds a prerelease by its exact version only', () => {
  expect(isInRange('19.3.0-rc.1', '19.3.0-rc.1')).toBe(true);
  expect(isInRange('1.3.0-rc.1', '^1.2.0')).toBe(false);
});
