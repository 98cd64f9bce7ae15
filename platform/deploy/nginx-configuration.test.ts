import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '@shop/releases/testing/free-port';
import { waitUntil } from '@shop/testing/wait-until';
import { formatNginxConfiguration, readEdgeSettings } from './nginx-configuration';
import { createNginxFolder, hasNginx } from './testing/nginx';
import { rawRequest } from './testing/raw-request';

test('requires gateways only and has defaults for everything else', () => {
  expect(readEdgeSettings(['--gateway', '10.0.0.1:3000', '--gateway', '[::1]:3001', '--trust', 'fd00::/8'])).toEqual({
    port: 8080,
    gateways: ['10.0.0.1:3000', '[::1]:3001'],
    folder: '/var/cache/nginx',
    pid: '/run/nginx.pid',
    trusted: ['fd00::/8'],
  });
});

test.each<[string[], string]>([
  [[], '/run/nginx.pid'],
  [['--folder', '/home/shop/nginx'], '/home/shop/nginx/nginx.pid'],
  [['--folder', '/home/shop/nginx', '--pid', '/run/nginx.pid'], '/run/nginx.pid'],
])('with the options %j, nginx writes its process id to %s', (options, pid) => {
  const configuration = formatNginxConfiguration(readEdgeSettings(['--gateway', '10.0.0.1:3000', ...options]));
  expect(configuration).toMatch(new RegExp(`^pid ${pid};$`, 'm'));
});

test.each<[string[], string]>([
  [[], 'Name at least one gateway'],
  [['--gateway', 'ten'], '--gateway is "ten": give host:port'],
  [['--gateway', 'a:1; }'], '--gateway is "a:1; }"'],
  [['--gateway', 'a:1', '--port', '0'], '--port is "0": give a port'],
  [['--gateway', 'a:1', '--folder', 'cache'], '--folder is "cache": give an absolute path'],
  [['--gateway', 'a:1', '--pid', 'nginx.pid'], '--pid is "nginx.pid": give an absolute path'],
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

(hasNginx() ? test : test.skip)(
  'nginx starts in the background with the printed configuration, without a warning, and writes its process id',
  async () => {
    const root = createNginxFolder();
    const [folder, pid, file] = ['cache', 'run.pid', 'nginx.conf'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ];
    const port = String(await findFreePort());
    mkdirSync(folder);
    const args = ['--gateway', '127.0.0.1:9', '--port', port, '--folder', folder, '--pid', pid];
    writeFileSync(file, formatNginxConfiguration(readEdgeSettings(args)));
    // The service of Debian has 1024 open files and starts it so.
    const run = (...words: string[]) => {
      const command = `ulimit -S -n 1024; exec /usr/sbin/nginx -p /usr/share/nginx -c ${file} "$@" > ${root}/log 2>&1`;
      const { status } = spawnSync('sh', ['-c', command, 'sh', ...words]);
      return [status, readFileSync(path.join(root, 'log'), 'utf8')];
    };
    expect(run('-t', '-q')).toEqual([0, '']);
    expect(run('-g', 'daemon on; master_process on;')).toEqual([0, '']);
    try {
      // The first process ends before the one in the background has written the file, which -t has created empty.
      const readPid = () => existsSync(pid) && Number(readFileSync(pid, 'utf8'));
      expect(await waitUntil(readPid, { message: 'nginx has written its process id' })).toBeGreaterThan(0);
      const origin = `http://127.0.0.1:${port}`;
      const answer = await waitUntil(() => rawRequest(origin, '/').catch(() => null), { message: 'nginx responds' });
      expect(answer.status).toBe(503);
    } finally {
      run('-s', 'stop');
      await waitUntil(() => !existsSync(pid), { message: 'nginx has ended' });
      rmSync(root, { recursive: true });
    }
  },
);
