import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
} from 'cockatiel';
import { notRendered, type PageResult } from './page-result';

/** A result that does not count as a failure or a success of an app. */
class NeutralResult extends Error {
  constructor(readonly result: PageResult) {
    super('The result says nothing about the app.');
  }
}

/** Circuit breakers of a composition, one for each app: after repeated failures, browsers render its pages for a while. */
export class AppBreakers {
  private readonly breakers = new Map<string, CircuitBreakerPolicy>();

  /** @param onError Receives an error for each app whose breaker opens. */
  constructor(private readonly onError: (error: Error) => void) {}

  /**
   * Renders a page of an app. Only failures of the composition's code count: the other causes say nothing about the app.
   *
   * @returns The result of `render`; `not-rendered` at once while the breaker of the app is open.
   */
  async execute(app: string, render: () => Promise<PageResult>): Promise<PageResult> {
    const breaker = this.get(app);
    const failed = notRendered('composition', 'its pages have failed repeatedly');
    // One page at a time tries an app whose pages have failed. The others do not wait for it.
    if (breaker.state === CircuitState.HalfOpen) return failed;
    try {
      return await breaker.execute(async () => {
        const result = await render();
        if (result.kind === 'not-rendered' && result.cause !== 'composition') throw new NeutralResult(result);
        return result;
      });
    } catch (error) {
      if (error instanceof NeutralResult) return error.result;
      if (error instanceof BrokenCircuitError) return failed;
      throw error;
    }
  }

  private get(app: string): CircuitBreakerPolicy {
    const known = this.breakers.get(app);
    if (known) return known;
    const breaker = circuitBreaker(
      handleWhenResult((result) => (result as PageResult).kind === 'not-rendered'),
      {
        halfOpenAfter: new ExponentialBackoff({ initialDelay: 5000, maxDelay: 5 * 60_000 }),
        // At least half of at least five of the last twenty pages.
        breaker: new CountBreaker({ threshold: 0.49, size: 20, minimumNumberOfCalls: 5 }),
      },
    );
    breaker.onBreak((reason) => {
      const { value } = (reason ?? {}) as { value?: PageResult };
      const why = value?.kind === 'not-rendered' ? `: ${value.reason}` : '';
      this.onError(new Error(`pages of ${app} are rendered by browsers for a while after repeated failures${why}`));
    });
    this.breakers.set(app, breaker);
    return breaker;
  }
}
