import { createSmokeTestGate } from '../gates/smoke-test.gate';
import { createStandardGates } from '../gates/standard-gates';
import { quickGates } from './gate-rules';
import { gateNames } from './signer';

test('the signer requires every gate of a promotion', () => {
  const gates = [...createStandardGates(), createSmokeTestGate('production', async () => [])];
  expect(gates.map(({ name }) => name)).toEqual(gateNames);
  expect(gates.filter(({ isSlow }) => !isSlow).map(({ name }) => name)).toEqual(quickGates);
});
