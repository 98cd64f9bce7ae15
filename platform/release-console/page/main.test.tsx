import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { fakeConsole, setResponse } from './testing/fake-console';

fakeConsole();

test('the document says what to do when its script does not load, and the script replaces this', async () => {
  const html = readFileSync(path.join(__dirname, 'index.html'), 'utf8');
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
  expect(screen.getByText(/If this text stays, reload the page/)).toBeInTheDocument();
  setResponse('GET session', { session: null });
  await import('./main');
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  expect(screen.queryByText(/reload the page/)).not.toBeInTheDocument();
});
