import { withOrderLock } from './use-place-order';

/** Sets the lock manager of the browser; undefined for a browser without one. */
const setLocks = (locks: Pick<LockManager, 'request'> | undefined) =>
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });

afterAll(() => setLocks(undefined));

it('runs the work inside the lock that all tabs share', async () => {
  const names: string[] = [];
  const request = async (name: string, work: () => Promise<unknown>) => {
    names.push(name);
    return work();
  };
  setLocks({ request } as never);
  await expect(withOrderLock(async () => 'done')).resolves.toBe('done');
  await expect(withOrderLock(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(names).toEqual(['place-order', 'place-order']);
});

it.each([
  ['has no locks', undefined],
  ['refuses locks', { request: () => Promise.reject(new DOMException('blocked', 'SecurityError')) }],
])('runs the work once in a browser that %s', async (_, locks) => {
  setLocks(locks as never);
  const work = jest.fn(async () => 'done');
  await expect(withOrderLock(work)).resolves.toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});
