import '@testing-library/jest-dom';
import { takeUnexpectedLogs, watchLogs } from './console-watch';

watchLogs();

afterEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  expect(takeUnexpectedLogs()).toEqual([]);
});

// jsdom has no layout: what needs it is answered as a wide, idle desktop would.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia ??= (query: string) => {
  const none = () => undefined;
  const list = { media: query, matches: false, onchange: null, addEventListener: none, removeEventListener: none };
  return { ...list, addListener: none, removeListener: none, dispatchEvent: () => false };
};
