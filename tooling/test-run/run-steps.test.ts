import { EventEmitter, once } from 'node:events';
import { runSteps } from './run-steps';

test('runs every step, the steps that run in parallel with another one, and prints failures and the sum of the counts', async () => {
  const lines: string[] = [];
  const checksEnd = new EventEmitter();
  const steps = [
    {
      name: 'Browsers',
      run: () => once(checksEnd, 'end'),
      parallel: [
        { name: 'Lint', run: () => Promise.reject(new Error('lint failed.')) },
        { name: 'Types', run: async () => checksEnd.emit('end') },
      ],
    },
    { name: 'Unit tests', run: async () => ({ passed: 4, failed: 1, skipped: 1 }) },
    { name: 'Journeys', run: async () => ({ passed: 2, failed: 0, skipped: 0 }) },
  ];
  const isPassed = await runSteps(steps, (line) => lines.push(line.replace(/\(\d+\.\d s\)/, '(time)')));
  expect(isPassed).toBe(false);
  expect(lines).toEqual([
    '\n▸ Browsers',
    '\n▸ Lint',
    'lint failed.',
    '✗ Lint (time)',
    '\n▸ Types',
    '✓ Types (time)',
    '✓ Browsers (time)',
    '\n▸ Unit tests',
    '✗ Unit tests (time)',
    '\n▸ Journeys',
    '✓ Journeys (time)',
    '\nFailed: Lint, Unit tests.',
    '\ntests: 6 passed, 1 failed, 1 skipped',
  ]);
});

test('succeeds when every step passes', async () => {
  await expect(runSteps([{ name: 'Types', run: async () => undefined }], () => undefined)).resolves.toBe(true);
});
