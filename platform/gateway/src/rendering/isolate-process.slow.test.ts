import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findIsolation, systemPath } from './isolate-process';

const folder = mkdtempSync(path.join(tmpdir(), 'isolate-'));

const processFolder = path.join(import.meta.dirname, 'process');

/** Runs code as a renderer process is started, but without Node's own limits. @returns What the code prints. */
function runIsolated(code: string): unknown {
  const [command, ...args] = findIsolation().createCommand(processFolder, () => ['--no-warnings', '-e', code]);
  const { stdout, stderr } = spawnSync(command, args, { env: { ...systemPath, NODE_ENV: 'test' }, encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

const attempt = (code: string) => `(() => { try { return ${code} } catch ({ code }) { return code } })()`;

/** Most containers permit no namespaces, and other systems than Linux have none. */
const testIsolated = findIsolation().level === 'network and files' ? test : test.skip;

testIsolated('a process without the machine’s files sees the libraries of the system, Node and its own code', () => {
  const secret = path.join(folder, 'secret');
  writeFileSync(secret, 'secret');
  const files = [secret, '/etc/passwd', '/proc/self/environ', '/old/etc/passwd', '/tmp', '/run', process.cwd()];
  const found = runIsolated(`
    const fs = require('fs');
    console.log(JSON.stringify({
      files: ${JSON.stringify(files)}.map((file) => fs.existsSync(file)),
      code: fs.readdirSync('/code').includes('renderer-process.mjs'),
      write: ['/x', '/code/x', '/usr/lib/x'].map((file) => ${attempt("(fs.writeFileSync(file, ''), 'written')")}),
      env: Object.keys(process.env),
    }))`);
  expect(found).toMatchObject({ files: files.map(() => false), code: true, env: ['NODE_ENV'] });
  expect((found as { write: string[] }).write).not.toContain('written');
});

testIsolated('a process with a namespace of its own sends no signal to others, and ends with its command', async () => {
  const { createCommand, hasOwnProcesses } = findIsolation();
  expect(hasOwnProcesses).toBe(true);
  const found = runIsolated(`
    const send = (pid) => ${attempt("(process.kill(pid, 0), 'sent')")};
    console.log(JSON.stringify({ pid: process.pid, sent: [${process.pid}, ${process.ppid}, 2].map(send) }))`);
  expect(found).toEqual({ pid: 1, sent: ['ESRCH', 'ESRCH', 'ESRCH'] });

  const code = "setInterval(() => {}, 1000); console.log('runs'); for (;;);";
  const [command, ...args] = createCommand(processFolder, () => ['-e', code]);
  const child = spawn(command, args, { env: systemPath, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  // The output closes when the last process that has it has ended.
  await once(child, 'close');
});

testIsolated('a process without the machine’s network reaches no port and no socket of another program', async () => {
  const socketPath = path.join(folder, 'program.sock');
  const onSocket = createServer();
  const onPort = createServer();
  await Promise.all([
    new Promise<void>((resolve) => onSocket.listen(socketPath, resolve)),
    new Promise<void>((resolve) => onPort.listen(0, '127.0.0.1', resolve)),
  ]);
  const { port } = onPort.address() as { port: number };
  const connect = (target: string) =>
    `new Promise((done) => require('net').connect(${target}).on('connect', () => done('connected')).on('error', ({ code }) => done(code)))`;
  const targets = [JSON.stringify(socketPath), String(port), "'\\\\0abstract'"];
  const found = runIsolated(
    `Promise.all([${targets.map(connect)}]).then((results) => console.log(JSON.stringify(results)))`,
  );
  for (const server of [onSocket, onPort]) server.close();
  expect(found).toEqual([expect.stringMatching(/^E/), expect.stringMatching(/^E/), expect.stringMatching(/^E/)]);
});

test('a class of handles that a process has from before its restriction cannot connect, bind, listen and open', () => {
  const code = `
    const net = require('net');
    const handles = [{ path: '/' }, { port: 1, host: '127.0.0.1' }].map((target) => {
      const socket = new net.Socket().on('error', () => {});
      socket.connect(target);
      const { constructor } = socket._handle;
      socket.destroy();
      return constructor;
    });
    const fs = require('fs');
    // Some modules open it when they load, and it is a pipe, which nothing can open after the restriction.
    process.stdout;
    import(${JSON.stringify(path.join(processFolder, 'restrict-process.mjs'))}).then(() => {
      const tried = handles.flatMap((Handle) => ['connect', 'bind', 'listen', 'open'].map((name) => {
        try { return new Handle(0)[name]({}, '/x', 1) } catch (error) { return error.message.slice(0, 25) }
      }));
      fs.writeSync(1, JSON.stringify(tried));
    });`;
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(Array.from({ length: 8 }, () => 'A renderer has no network'));
});
