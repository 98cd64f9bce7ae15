import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@shop/testing/wait-until';
import { type ProcessLoadWatch, watchProcessLoad } from './process-load';

let watch: ProcessLoadWatch;

afterEach(() => watch.stop());

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('reports an event loop that stays late, and one that is in time again', async () => {
  watch = watchProcessLoad(100);
  const timer = setInterval(() => block(60), 1);
  await waitUntil(() => watch.get().eventLoopDelayMs > 30, { message: 'the event loop is late' });
  clearInterval(timer);
  await waitUntil(() => watch.get().eventLoopDelayMs < 30, { message: 'the event loop is in time' });
});

it('does not report one long task', async () => {
  // A busy machine may stop a process for 100 ms, and not twice for 300.
  watch = watchProcessLoad(300);
  block(1200);
  // The samples after the task, and the one that it fills.
  const reported: number[] = [];
  for (let index = 0; index < 5; index++) {
    await delay(150);
    reported.push(watch.get().eventLoopDelayMs);
  }
  expect(Math.max(...reported)).toBeLessThan(300);
});
