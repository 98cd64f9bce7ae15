import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { loadHeadWatermark } from './head-watermark';

let errors: string[];
let dataDir: string;
beforeEach(() => {
  errors = [];
  dataDir = path.join(createTestFolder(), 'data');
});
const load = (store = 'here') =>
  loadHeadWatermark({ dataDir, env: 'production', store, onError: (message) => errors.push(message) });

test('keeps the highest sequence number across restarts, for each release store', async () => {
  const watermark = await load();
  expect(watermark.seq).toBe(0);
  await watermark.raise(2);
  await watermark.raise(1);
  expect([(await load()).seq, (await load('elsewhere')).seq, errors]).toEqual([2, 0, []]);
});

test.each(['', '{"seq":"many"}'])('warns about a file that contains %j, and repairs it', async (text) => {
  const { raise, file } = await load();
  await raise(2);
  writeFileSync(file, text);
  const watermark = await load();
  expect(watermark.seq).toBe(0);
  expect(errors).toEqual([
    `${file} cannot be read. Until the next HEAD is seen, the gateway would accept an older one.`,
  ]);
  await watermark.raise(2);
  expect((await load()).seq).toBe(2);
});

test('writes the watermark again after a write that failed', async () => {
  writeFileSync(dataDir, 'a file in place of the folder');
  const watermark = await load();
  await watermark.raise(2);
  rmSync(dataDir);
  await watermark.raise(2);
  expect(errors.at(-1)).toContain('cannot be written');
  expect((await load()).seq).toBe(2);
});
