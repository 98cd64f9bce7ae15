import './react-delays';
import * as React from 'react';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { takeUnexpectedLogs, watchLogs } from '../console-watch';

// Slow machines need more time than the default of one second.
configure({ asyncUtilTimeout: 8000 });

watchLogs();

afterEach(() => {
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

// jsdom shows no modal dialogs. The stubs do what the tests need: content of a closed dialog is hidden.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

// React's development build takes a stack trace for every element, which is a third of a test's time. It takes none when
// its counter of recent traces is at the limit. Nothing else changes.
const internals = (React as unknown as Record<string, object>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => undefined,
  });
}
