import { findProgram, measureMemory, readSize } from './process-memory';

test.each([
  ['/usr/bin/node\0--import\0tsx\0/shop/gateway/src/server.ts\0', 'server.ts'],
  ['/usr/bin/node\0--max-old-space-size=256\0/shop/renderer-process.mjs\0', 'renderer-process.mjs'],
  ['/shop/node_modules/esbuild/bin/esbuild\0--service\0', 'esbuild'],
])('the program of %j is %s', (commandLine, program) => {
  expect(findProgram(commandLine)).toBe(program);
});

test('reads a size in bytes', () => {
  expect(readSize('Rss:   10 kB\nPss:       2048 kB\nPss_Dirty: 4 kB\n', 'Pss')).toBe(2 * 1024 ** 2);
  expect(readSize('', 'Pss')).toBe(0);
});

/** Other systems have no /proc. */
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('measures this process', () => {
  const [own] = measureMemory(process.pid);
  expect(own?.pid).toBe(process.pid);
  expect(own?.bytes).toBeGreaterThan(10 * 1024 ** 2);
});
