import { renderHook } from '@testing-library/react';
import { useIsShown } from './use-is-shown';

const start = window.location.pathname;
afterEach(() => window.history.replaceState(null, '', start));

test('a screen is shown while it is mounted and its address stays', () => {
  const { result, unmount } = renderHook(useIsShown);
  expect(result.current.current).toBe(true);
  window.history.replaceState(null, '', '?page=2');
  expect(result.current.current).toBe(true);
  unmount();
  expect(result.current.current).toBe(false);
});

test('a screen that waits for the next one is not shown any more, until the shopper comes back to it', () => {
  const { result } = renderHook(useIsShown);
  window.history.pushState(null, '', '/terms');
  expect(result.current.current).toBe(false);
  window.history.replaceState(null, '', start);
  expect(result.current.current).toBe(true);
});
