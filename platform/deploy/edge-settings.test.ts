import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readEdgeSettings } from './edge-settings';

test('requires gateways only and has defaults for everything else', () => {
  expect(readEdgeSettings(['--gateway', '10.0.0.1:3000', '--gateway', '[::1]:3001'])).toEqual({
    port: 8080,
    gateways: ['10.0.0.1:3000', '[::1]:3001'],
    folder: '/var/cache/nginx',
    trusted: [],
  });
});

test.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', '::1', 'fd00::/8', '::ffff:10.0.0.1/128'])(
  'accepts %s as a trusted network',
  (network) => expect(readEdgeSettings(['--gateway', 'a:1', '--trust', network]).trusted).toEqual([network]),
);

test.each<[string[], string]>([
  [[], 'Name at least one gateway'],
  [['--gateway', 'ten'], '--gateway is "ten": give host:port'],
  [['--gateway', 'a:0'], '--gateway is "a:0"'],
  [['--gateway', 'a:70000'], '--gateway is "a:70000"'],
  [['--gateway', 'a:1; }'], '--gateway is "a:1; }"'],
  [['--gateway', 'a:1', '--port', '0'], '--port is "0": give a port'],
  [['--gateway', 'a:1', '--folder', 'cache'], '--folder is "cache": give an absolute path'],
  [['--gateway', 'a:1', '--folder', '/srv/../etc'], '--folder is "/srv/../etc"'],
  [['--gateway', 'a:1', '--folder', '/x;user root'], '--folder is "/x;user root"'],
  [['--gateway', '999.1.1.1:3000'], '--gateway is "999.1.1.1:3000": give host:port'],
  [['--gateway', '[1:2]:3000'], '--gateway is "[1:2]:3000"'],
  [['--gateway', 'a..b:3000'], '--gateway is "a..b:3000"'],
  [['--gateway', 'a:1', '--gateway', 'b:1', '--gateway', 'a:1'], '--gateway is "a:1" twice: name each gateway once'],
  ...[
    '10.0.0.0/99',
    '10.0.0.0/33',
    '10.0.0',
    '1.2.3.4.5',
    '::/129',
    '1:2',
    'fe80::1%eth0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
  ].map((network): [string[], string] => [
    ['--gateway', 'a:1', '--trust', '127.0.0.1', '--trust', network],
    `--trust is "${network}": give an address or a network of at most 32 bits (IPv6: 128)`,
  ]),
  [['--gateway', 'a:1', '--trust', 'everybody'], '--trust is "everybody": give an address or a network'],
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
