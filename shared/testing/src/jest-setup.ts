import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { takeUnexpectedLogs, watchLogs } from './console-watch';

// Slow machines need more time than the default of one second.
configure({ asyncUtilTimeout: 8000 });

watchLogs();

// The timers of a test end with it: the limit of a call without a response would log in a later test of the file. Those that
// modules and `beforeAll` start before a test continue.
const timers: ReturnType<typeof setTimeout>[] = [];
const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = Object.assign((...options: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...options);
  timers.push(timer);
  return timer;
}, startTimer);

beforeEach(() => void timers.splice(0));

afterEach(() => {
  for (const timer of timers.splice(0)) clearTimeout(timer);
  window.localStorage.clear();
  window.sessionStorage.clear();
  expect(takeUnexpectedLogs()).toEqual([]);
});

// jsdom has no layout. These stubs behave like a wide desktop window.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia ??= (query: string) => {
  const none = () => undefined;
  const list = { media: query, matches: false, onchange: null, addEventListener: none, removeEventListener: none };
  return { ...list, addListener: none, removeListener: none, dispatchEvent: () => false };
};

// The environment replaces the FormData of jsdom by that of Node, which reads no forms. A frame still has it.
const frame = document.documentElement.appendChild(document.createElement('iframe'));
Object.assign(window, { FormData: Object(frame.contentWindow).FormData });
frame.remove();

// jsdom shows no modal dialogs. The stubs do what the tests need: content of a closed dialog is hidden.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
