import { EventEmitter, once } from 'node:events';
import { runSteps } from './run-steps';

let lines: string[];
const print = (line: string) => lines.push(line.replace(/\(\d+\.\d s\)/, '(time)'));
beforeEach(() => {
  lines = [];
});

test('prints each step and the sum of the counts', async () => {
  const steps = [
    { name: 'Types', run: async () => undefined },
    { name: 'Unit tests', run: async () => ({ passed: 4, failed: 0, skipped: 1 }) },
    { name: 'Journeys', run: async () => ({ passed: 2, failed: 0, skipped: 0 }) },
  ];
  await expect(runSteps(steps, print)).resolves.toBe(true);
  expect(lines).toEqual([
    '\n▸ Types',
    '✓ Types (time)',
    '\n▸ Unit tests',
    '✓ Unit tests (time)',
    '\n▸ Journeys',
    '✓ Journeys (time)',
    '\ntests: 6 passed, 0 failed, 1 skipped',
  ]);
});

test('runs the steps beside a step while it runs, and waits for it', async () => {
  const checksEnd = new EventEmitter();
  const steps = [
    {
      name: 'Browsers',
      run: () => once(checksEnd, 'end'),
      beside: [
        { name: 'Lint', run: () => Promise.reject(new Error('lint failed.')) },
        { name: 'Types', run: async () => checksEnd.emit('end') },
      ],
    },
    { name: 'Unit tests', run: async () => undefined },
  ];
  await expect(runSteps(steps, print)).resolves.toBe(false);
  expect(lines).toEqual([
    '\n▸ Browsers',
    '\n▸ Lint',
    'lint failed.',
    '✗ Lint (time)',
    '\n▸ Types',
    '✓ Types (time)',
    '✓ Browsers (time)',
    '\n▸ Unit tests',
    '✓ Unit tests (time)',
    '\nFailed: Lint.',
    '\ntests: 0 passed, 0 failed, 0 skipped',
  ]);
});

test('runs the remaining steps after a step that throws or has failed tests, and names both at the end', async () => {
  const steps = [
    { name: 'Types', run: () => Promise.reject(new Error('tsc failed.')) },
    { name: 'Unit tests', run: async () => ({ passed: 1, failed: 1, skipped: 0 }) },
    { name: 'Builds', run: async () => undefined },
  ];
  await expect(runSteps(steps, print)).resolves.toBe(false);
  expect(lines).toEqual([
    '\n▸ Types',
    'tsc failed.',
    '✗ Types (time)',
    '\n▸ Unit tests',
    '✗ Unit tests (time)',
    '\n▸ Builds',
    '✓ Builds (time)',
    '\nFailed: Types, Unit tests.',
    '\ntests: 1 passed, 1 failed, 0 skipped',
  ]);
});
