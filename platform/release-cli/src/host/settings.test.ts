import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { findShopUrl, readHostSettings } from './settings';

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
  ['the default port for blank variables', { DATA_DIR: '/none', SHOP_URL: ' ', PORT: '' }, 'http://localhost:3000'],
  ['the running shop with spaces around DATA_DIR', { DATA_DIR: ` ${folder} ` }, 'http://localhost:3005'],
])('finds %s', (_, variables, url) => {
  writeFileSync(path.join(folder, 'shop-url'), 'http://localhost:3005\n');
  Object.assign(process.env, variables);
  expect(findShopUrl()).toBe(url);
});

test.each([
  [{ SHOP_URL: 'shop.example' }, 'SHOP_URL is "shop.example": give an absolute address such as https://shop.example.'],
  [{ DATA_DIR: '/none', PORT: 'abc' }, 'PORT is "abc": give a whole number from 1 to 65535'],
])('makes no links for the address of %j', (variables, message) => {
  Object.assign(process.env, variables);
  expect(() => findShopUrl()).toThrow(message);
});

test('a user of the system without a name needs RELEASE_USER', () => {
  const read = jest.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
  });
  try {
    expect(() => readHostSettings({ RELEASE_USER: ' ' })).toThrow(
      'RELEASE_USER is not set, and this user of the system has no name: set it to your name.',
    );
    expect(readHostSettings({ RELEASE_USER: 'asha' }).user).toBe('asha');
  } finally {
    read.mockRestore();
  }
});

test('refuses a policy file of an earlier version, and says where the policy is', () => {
  expect(() => readHostSettings({ RELEASE_POLICY: 'policy.json' })).toThrow(
    'RELEASE_POLICY is "policy.json": leave it out, and import the file with npm run console -- import-policy FILE.',
  );
});
