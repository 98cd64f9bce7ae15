import { runInParallel } from './run-in-parallel';

test('returns the results in the order of the items', async () => {
  const delays = [30, 1, 10];
  const wait = (delay: number) => new Promise<number>((resolve) => setTimeout(() => resolve(delay), delay));
  await expect(runInParallel(delays, 2, wait)).resolves.toEqual(delays);
});

test('reports every failure in one message after the work on the other items has ended', async () => {
  const built: string[] = [];
  const build = async (app: string) => {
    if (app.startsWith('broken')) throw new Error(`${app} does not build`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    built.push(app);
  };
  const result = runInParallel(['broken-a', 'shell', 'broken-b', 'mf-cart'], 2, build);
  await expect(result).rejects.toThrow(new Error('broken-a does not build\n\nbroken-b does not build'));
  expect(built).toEqual(['shell', 'mf-cart']);
});
