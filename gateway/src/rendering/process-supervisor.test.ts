import { waitUntil } from '@shop/testing/wait-until';
import { createPagePool } from '../page-rendering/page-pool';
import { notRendered } from '../page-rendering/page-result';
import { livePageLimits } from '../page-rendering/renderer-limits';
import { superviseProcess } from './process-supervisor';
import type { RendererProcess } from './renderer-process';

/** Supervises processes that never send a line and that SIGKILL does not end. */
function superviseHangingProcesses({ startTimeoutMs = 10_000 } = {}) {
  const failures: string[] = [];
  const notEnded: string[] = [];
  let pid = 0;
  const spawn = (): RendererProcess => ({ pid: ++pid, send: () => {}, kill: () => new Promise(() => {}) });
  const supervisor = superviseProcess({
    name: 'the renderer',
    spawn,
    startTimeoutMs,
    maxRestartDelayMs: 10,
    endTimeoutMs: 20,
    onLine: () => {},
    onFailure: ({ message }) => failures.push(message) < 3,
    onNotEnded: ({ message }) => notEnded.push(message),
  });
  return { supervisor, failures, notEnded };
}

it('rejects a start that hangs, and starts another process although the first one does not end', async () => {
  const { supervisor, failures, notEnded } = superviseHangingProcesses({ startTimeoutMs: 20 });
  await expect(supervisor.start()).rejects.toThrow('the renderer was stopped: it did not start within 20 ms');
  await waitUntil(() => notEnded.length === 3, { message: 'three processes have not ended' });
  expect(failures).toHaveLength(3);
  expect(notEnded[0]).toBe('the renderer: process 1 was killed and has not ended within 20 ms');
});

it('closes although its process does not end, and rejects the callers that wait for its start', async () => {
  const { supervisor, notEnded } = superviseHangingProcesses();
  const start = supervisor.start();
  const rejected = expect(start).rejects.toThrow('has been closed');
  await supervisor.close();
  await rejected;
  expect(notEnded).toEqual(['the renderer: process 1 was killed and has not ended within 20 ms']);
  await expect(supervisor.start()).rejects.toThrow('has been closed');
});

it('a pool whose code is never read fails to start, and reads the code again', async () => {
  const errors: string[] = [];
  let reads = 0;
  const pool = createPagePool({
    readCode: () => {
      reads++;
      return new Promise(() => {});
    },
    warmUpRequests: [],
    limits: livePageLimits,
    readData: () => Promise.reject(new Error('no data')),
    onError: ({ message }) => errors.push(message),
    readTimeoutMs: 20,
    retryReadAfterMs: 20,
  });
  pool.resize(1);
  await expect(pool.start()).rejects.toThrow('no response within 20 ms');
  await waitUntil(() => reads >= 3, { message: 'the code is read again' });
  const settings = { orderAmounts: 'rupee' as const, publicUrl: 'http://localhost' };
  const composition = { seq: 1, env: 'production', shell: {} as never, remotes: [] };
  const request = { composition, pathname: '/', search: '', hostname: 'localhost', settings };
  expect(await pool.renderPage(request)).toEqual(notRendered('gateway', 'the page renderer is starting'));
  await pool.close();
  expect(errors).toEqual(['no response within 20 ms']);
});
