import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findShopUrl } from './settings';

const before = { ...process.env };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-url-'));
  process.env = { DATA_DIR: folder };
});
afterEach(() => {
  process.env = before;
  rmSync(folder, { recursive: true, force: true });
});

test('finds the address of the shop that npm start runs, also on another port', () => {
  writeFileSync(path.join(folder, 'shop-url'), 'http://localhost:3005\n');
  expect(findShopUrl()).toBe('http://localhost:3005');
});

test('prefers the public address of the shop', () => {
  writeFileSync(path.join(folder, 'shop-url'), 'http://localhost:3005\n');
  process.env.SHOP_URL = 'https://shop.example/';
  expect(findShopUrl()).toBe('https://shop.example');
});

test('takes the port of the gateway when no shop runs', () => {
  expect(findShopUrl()).toBe('http://localhost:3000');
  process.env.PORT = '4000';
  expect(findShopUrl()).toBe('http://localhost:4000');
});
