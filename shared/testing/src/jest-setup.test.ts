import { waitUntil } from './wait-until';

const fired: string[] = [];
const start = (name: string, ms: number) => void setTimeout(() => fired.push(name), ms);

start('of the file', 100);
beforeAll(() => start('of beforeAll', 120));

it('ends the timers of a test with it', () => {
  start('of the test', 50);
  expect(fired).not.toContain('of the test');
});

it('leaves the timers that began before the first test running', async () => {
  await waitUntil(() => fired.length > 1, { message: 'the timers that began before the first test' });
  expect(fired).toEqual(['of the file', 'of beforeAll']);
});
