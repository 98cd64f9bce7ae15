import { failureLimiter } from './failure-limiter';

describe('failureLimiter', () => {
  it('refuses a key that has failed too often, until its window ends', () => {
    let now = 0;
    const limiter = failureLimiter({ failures: 2, windowSeconds: 60 }, () => now);
    limiter.countFailure('a');
    expect(() => limiter.refuseIfSpent('a')).not.toThrow();
    now = 20_000;
    limiter.countFailure('a');
    expect(() => limiter.refuseIfSpent('a')).toThrow(expect.objectContaining({ headers: { 'retry-after': '40' } }));
    expect(() => limiter.refuseIfSpent('b')).not.toThrow();
    now = 60_000;
    expect(() => limiter.refuseIfSpent('a')).not.toThrow();
    limiter.countFailure('a');
    expect(() => limiter.refuseIfSpent('a')).not.toThrow();
  });
});
