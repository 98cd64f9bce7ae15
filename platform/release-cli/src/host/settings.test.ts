import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { findShopUrl } from './caller';
import { readHostSettings } from './settings';

const before = { ...process.env };
const folder = createTestFolder();
beforeEach(() => {
  process.env = { DATA_DIR: folder };
});
afterEach(() => {
  process.env = before;
});

test.each([
  ['the public address of the shop first', { SHOP_URL: 'https://shop.example/' }, 'https://shop.example'],
  ['the address of the shop that npm start runs, also on another port', {}, 'http://localhost:3005'],
  ['the port of the gateway when no shop runs', { DATA_DIR: '/none', PORT: '4000' }, 'http://localhost:4000'],
])('finds %s', (_, variables, url) => {
  writeFileSync(path.join(folder, 'shop-url'), 'http://localhost:3005\n');
  Object.assign(process.env, variables);
  expect(findShopUrl()).toBe(url);
});

test('refuses a policy file of an earlier version, and says where the policy is', () => {
  expect(() => readHostSettings({ RELEASE_POLICY: 'policy.json' })).toThrow(
    'RELEASE_POLICY is "policy.json": leave it out, and import the file with npm run console -- import-policy FILE.',
  );
});
