import { createGatewayMetrics } from './gateway-metrics';

describe('the age of HEAD', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 0 }));
  afterEach(() => void jest.useRealTimers());

  it('grows from the start until HEAD is read, and from each time on', async () => {
    const metrics = createGatewayMetrics();
    const readAge = async () => {
      const { values = [] } = (await metrics.registry.getSingleMetric('gateway_head_age_seconds')?.get()) ?? {};
      return values.map(({ value }) => value);
    };
    jest.setSystemTime(40_000);
    metrics.recordHeadPoll(false);
    expect(await readAge()).toEqual([40]);
    metrics.recordHeadPoll(true);
    jest.setSystemTime(45_000);
    expect(await readAge()).toEqual([5]);
  });
});
