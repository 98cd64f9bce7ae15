import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { followThemeMode, useThemeMode } from './theme-mode';

const root = document.documentElement;
let prefersDark = false;
const systemListeners = new Set<() => void>();

beforeEach(() => {
  prefersDark = false;
  root.removeAttribute('data-theme');
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        get matches() {
          return prefersDark;
        },
        addEventListener: (_: string, listener: () => void) => systemListeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => systemListeners.delete(listener),
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(systemListeners.size).toBe(0);
});

function changeSystem(dark: boolean) {
  prefersDark = dark;
  act(() => {
    for (const listener of systemListeners) listener();
  });
}

const changeInOtherTab = (newValue: string | null) =>
  act(
    () => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage })),
  );

function Modes() {
  const { mode, systemMode, setMode } = useThemeMode();
  useEffect(followThemeMode, []);
  return (
    <>
      <output>{`${mode} ${systemMode}`}</output>
      <button type="button" onClick={() => setMode('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => setMode('system')}>
        System
      </button>
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('follows the theme of the device only in the mode system', async () => {
  render(<Modes />);
  changeSystem(true);
  expect(shown()).toBe('system dark');
  expect(root).toHaveAttribute('data-theme', 'dark');
  await choose('Dark');
  changeSystem(false);
  expect(root).toHaveAttribute('data-theme', 'dark');
  await choose('System');
  expect(shown()).toBe('system light');
  expect(root).toHaveAttribute('data-theme', 'light');
});

it('follows a change in another tab', () => {
  render(<Modes />);
  changeInOtherTab('dark');
  expect(shown()).toBe('dark undefined');
  expect(root).toHaveAttribute('data-theme', 'dark');
  changeInOtherTab(null);
  expect(shown()).toBe('system light');
});

it('reads the stored theme again when the page returns from the back/forward cache', () => {
  render(<Modes />);
  localStorage.setItem('theme', 'dark');
  const returnToPage = (persisted: boolean) =>
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
  returnToPage(false);
  expect(shown()).toBe('system light');
  returnToPage(true);
  expect(shown()).toBe('dark undefined');
  expect(root).toHaveAttribute('data-theme', 'dark');
});

it.each(['{bad', 'dim', ''])(
  'uses the theme of the device for the unknown stored value %p [1.display-01]',
  (stored) => {
    localStorage.setItem('theme', stored);
    render(<Modes />);
    expect(shown()).toBe('system light');
  },
);

it('shows the chosen theme without storage', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  render(<Modes />);
  await choose('Dark');
  expect(root).toHaveAttribute('data-theme', 'dark');
});

it('switches transitions off while the colours change', async () => {
  render(<Modes />);
  const changes: string[] = [];
  const observer = new MutationObserver(() => changes.push(document.head.textContent ?? ''));
  observer.observe(root, { attributes: true });
  await choose('Dark');
  observer.disconnect();
  expect(changes).toEqual([expect.stringContaining('transition:none!important')]);
});

it('adopts the HTML of a server, which does not know the theme', async () => {
  const html = renderToString(<Modes />);
  localStorage.setItem('theme', 'dark');
  root.setAttribute('data-theme', 'dark');
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = html;
  const errors: unknown[] = [];
  const onRecoverableError = (error: unknown) => errors.push(error);
  const hydrated = await act(async () => hydrateRoot(container, <Modes />, { onRecoverableError }));
  expect(container).toHaveTextContent('dark undefined');
  expect(errors).toEqual([]);
  act(() => hydrated.unmount());
  container.remove();
});
