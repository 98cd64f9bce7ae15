import { listSharedModules } from '@shop/federation/shared-modules';
import { provided } from './shared-modules';

test('provides exactly the modules that the builds share', () => {
  const keys = listSharedModules().map(({ key }) => key);
  expect(Object.keys(provided).sort()).toEqual([...keys].sort());
});
