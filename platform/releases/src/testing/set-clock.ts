/** Sets the clock of `Date`, and leaves timers as they are. Call `jest.useRealTimers` afterwards. @param time  An ISO date. */
export function setClock(time: string): void {
  jest.useFakeTimers({
    now: Date.parse(time),
    doNotFake: [
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}
