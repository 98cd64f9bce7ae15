import { createTerminalProgress, type ProgressStream } from './terminal-progress';

/** A stream that remembers what it was given, and a clock that a test sets. */
function createScreen(stream: Partial<ProgressStream> = {}) {
  const clock = { now: 0 };
  let text = '';
  const write: ProgressStream['write'] = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  const progress = createTerminalProgress({ write, ...stream }, () => clock.now);
  const step = (name: string, milliseconds: number, isOk?: boolean) =>
    progress.run(
      name,
      () => {
        clock.now += milliseconds;
        return isOk ?? true;
      },
      (result) => result,
    );
  return { progress, step, getText: () => text };
}

test('without a terminal each step is a plain line with its time when it ends', async () => {
  const { progress, step, getText } = createScreen();
  progress.plan(3);
  await step('first build', 1234);
  await step('gate bundle-size', 49, false);
  const failed = progress.run('upload', () => {
    throw new Error('the store does not respond');
  });
  await expect(failed).rejects.toThrow('the store does not respond');
  expect(getText()).toBe('✓ first build (1.2 s)\n✗ gate bundle-size (0.0 s)\n✗ upload (0.0 s)\n');
});

test('a terminal shows a bar of the known steps and the steps that run, and ends with the lines alone', async () => {
  const { progress, step, getText } = createScreen({ isTTY: true, columns: 60 });
  progress.plan(4);
  await step('first build', 2000);
  await step('second build', 2000);
  const writes = getText().split('\r\u001b[2K').filter(Boolean);
  expect(writes).toEqual([
    `${'░'.repeat(20)} 0/4 first build (0.0 s)`,
    '✓ first build (2.0 s)\n',
    `${'█'.repeat(5)}${'░'.repeat(15)} 1/4 second build (0.0 s)`,
    '✓ second build (2.0 s)\n',
  ]);
  expect(getText().endsWith('\r\u001b[2K')).toBe(true);
});

test('the last line is not longer than the terminal is wide', async () => {
  const { step, getText } = createScreen({ isTTY: true, columns: 20 });
  await step('a step with a name that is longer than the line', 0);
  expect(getText().split('\r\u001b[2K')[1]).toBe('a step with a name ');
});

test.each([
  [true, '\u001b[32m✓\u001b[39m first build (0.0 s)'],
  [false, '✓ first build (0.0 s)'],
])('marks have a colour where the terminal has colours: %s', async (hasColors, line) => {
  const { step, getText } = createScreen({ isTTY: true, hasColors: () => hasColors });
  await step('first build', 0);
  expect(getText()).toContain(`${line}\n`);
});
