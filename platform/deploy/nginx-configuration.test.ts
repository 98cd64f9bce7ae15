import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readEdgeSettings } from './nginx-configuration';

test('requires gateways only and has defaults for everything else', () => {
  expect(readEdgeSettings(['--gateway', '10.0.0.1:3000', '--gateway', '[::1]:3001', '--trust', 'fd00::/8'])).toEqual({
    port: 8080,
    gateways: ['10.0.0.1:3000', '[::1]:3001'],
    folder: '/var/cache/nginx',
    trusted: ['fd00::/8'],
  });
});

test.each<[string[], string]>([
  [[], 'Name at least one gateway'],
  [['--gateway', 'ten'], '--gateway is "ten": give host:port'],
  [['--gateway', 'a:1; }'], '--gateway is "a:1; }"'],
  [['--gateway', 'a:1', '--port', '0'], '--port is "0": give a port'],
  [['--gateway', 'a:1', '--folder', 'cache'], '--folder is "cache": give an absolute path'],
  [['--gateway', 'a:1', '--access-log', '/x;user root'], '--access-log is "/x;user root"'],
  [['--gateway', 'a:1', '--trust', '::1', '--trust', '0.0.0.0/0; }'], '--trust is "0.0.0.0/0; }": give an address'],
  [['--gate', 'a:1'], 'Write: npm run nginx -w platform/deploy'],
])('rejects %j with a message', (args, message) => {
  expect(() => readEdgeSettings(args)).toThrow(message);
});

test('the command prints a configuration, or one message with exit code 2', () => {
  const cwd = path.resolve(import.meta.dirname, '../..');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'platform/deploy/generate-nginx.ts', ...args], {
      cwd,
      encoding: 'utf8',
    });
  expect(run('--gateway', '10.0.0.1:3000')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('server 10.0.0.1:3000 max_fails=2'),
    stderr: '',
  });
  expect(run('--gateway', 'ten')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^--gateway is .*\n$/),
  });
}, 60_000);
