import { listProcesses, measureMemory, readSize } from './processes';

test('reads a size in bytes', () => {
  expect(readSize('Rss:   10 kB\nPss:       2048 kB\nPss_Dirty: 4 kB\n', 'Pss')).toBe(2 * 1024 ** 2);
  expect(readSize('', 'Pss')).toBe(0);
});

/** Other systems have no /proc. */
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('measures this process', () => {
  const [own] = listProcesses(process.pid);
  expect(own).toMatchObject({ pid: process.pid, files: expect.any(Number) });
  expect(measureMemory(process.pid)).toBeGreaterThan(10 * 1024 ** 2);
});
