import { createStandardGates } from '../gates/standard-gates';
import { gateNames } from '../state/signer';
import { createSmokeTestGate } from './smoke-test.gate';

test('the signer requires every gate of a promotion', () => {
  const gates = [...createStandardGates(), createSmokeTestGate('production', async () => [])];
  expect(gates.map(({ name }) => name)).toEqual(gateNames);
});
