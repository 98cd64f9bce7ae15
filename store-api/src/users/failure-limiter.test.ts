import { failureLimiter } from './failure-limiter';

describe('failureLimiter', () => {
  it('refuses a key that has failed too often, until its window ends', () => {
    let now = 0;
    const limiter = failureLimiter({ failures: 2, windowSeconds: 60 }, () => now);
    limiter.attempt('a');
    now = 20_000;
    limiter.attempt('a');
    expect(() => limiter.attempt('a')).toThrow(expect.objectContaining({ headers: { 'retry-after': '40' } }));
    expect(() => limiter.attempt('b')).not.toThrow();
    now = 60_000;
    limiter.attempt('a');
    expect(() => limiter.attempt('a')).not.toThrow();
    expect(() => limiter.attempt('a')).toThrow();
  });

  it('counts attempts under way, and forgets those that succeed', () => {
    const limiter = failureLimiter({ failures: 2, windowSeconds: 60 }, () => 0);
    const succeeded = limiter.attempt('a');
    limiter.attempt('a');
    expect(() => limiter.attempt('a')).toThrow();
    succeeded();
    expect(() => limiter.attempt('a')).not.toThrow();
    expect(() => limiter.attempt('a')).toThrow();
  });
});
