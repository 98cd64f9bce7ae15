import { getLatency } from './event-timing';

test('the latency of an interaction is that of its slowest event', () => {
  const events = [
    { interactionId: 7, duration: 24 },
    { interactionId: 7, duration: 96 },
    { interactionId: 0, duration: 400 },
  ];
  expect(getLatency(events)).toBe(96);
});

test('an interaction without a reported event counts with the smallest reported duration', () => {
  expect(getLatency([])).toBe(16);
});
