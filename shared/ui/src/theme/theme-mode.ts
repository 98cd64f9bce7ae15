import { useSyncExternalStore } from 'react';

/** Storage key of the chosen theme. */
export const themeModeKey = 'theme';
/** Attribute of the document element that holds the colour scheme. */
export const themeAttribute = 'data-theme';

const modes = ['light', 'dark', 'system'] as const;

/** `system` is the theme of the device. */
export type ThemeMode = (typeof modes)[number];

interface ThemeState {
  mode: ThemeMode;
  /** The device's theme while the mode is `system`. Unknown on a server. */
  systemMode?: 'light' | 'dark';
}

/** State on a server and while the browser adopts the HTML of the server. */
const serverState: ThemeState = { mode: 'system' };

let current: ThemeState | undefined;
const listeners = new Set<() => void>();

const darkScheme = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Any value that is not a mode counts as `system`, such as a value of another site on the same host. Interpretation 35. */
const toMode = (value: string | null): ThemeMode => modes.find((mode) => mode === value) ?? 'system';

function readMode(): ThemeMode {
  try {
    return toMode(window.localStorage.getItem(themeModeKey));
  } catch {
    return 'system';
  }
}

const toState = (mode: ThemeMode): ThemeState =>
  mode === 'system' ? { mode, systemMode: darkScheme().matches ? 'dark' : 'light' } : { mode };

function getState(): ThemeState {
  current ??= toState(readMode());
  return current;
}

/** Changes the theme without a transition from each old colour to the new one. */
function showScheme(scheme: string): void {
  const root = document.documentElement;
  if (root.getAttribute(themeAttribute) === scheme) return;
  const style = document.createElement('style');
  style.textContent = '*,*::before,*::after{transition:none!important}';
  document.head.append(style);
  root.setAttribute(themeAttribute, scheme);
  // Reading a style makes the browser apply the new colours while transitions are off.
  getComputedStyle(document.body).getPropertyValue('color');
  setTimeout(() => style.remove(), 1);
}

function show(state: ThemeState): void {
  const last = getState();
  if (state.mode !== last.mode || state.systemMode !== last.systemMode) current = state;
  showScheme(state.systemMode ?? state.mode);
  for (const listener of listeners) listener();
}

const onStorage = ({ key, newValue }: StorageEvent) => {
  if (key === themeModeKey || key === null) show(toState(toMode(newValue)));
};
const onSystemChange = () => show(toState(getState().mode));
/** A page in the back/forward cache of the browser gets no events of storage. */
const onPageShow = ({ persisted }: PageTransitionEvent) => {
  if (persisted) show(toState(readMode()));
};

/**
 * Applies the theme, and follows changes of the device's theme and of the theme in other tabs. The document's inline script
 * has set the theme before the first paint, so this changes nothing on most pages. A page calls it once.
 *
 * @returns A function that ends it.
 * @example useEffect(followThemeMode, []);
 */
export function followThemeMode(): () => void {
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  darkScheme().addEventListener('change', onSystemChange);
  show(toState(readMode()));
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    darkScheme().removeEventListener('change', onSystemChange);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the mode and shows it. A browser without storage shows it until the page is left. */
function setMode(mode: ThemeMode): void {
  try {
    window.localStorage.setItem(themeModeKey, mode);
  } catch {
    // The page shows the mode anyway.
  }
  show(toState(mode));
}

/**
 * The chosen theme and a function that changes it. A server and the first render in the browser know `system` only, so that
 * both render the same HTML.
 *
 * @example const { mode, setMode } = useThemeMode(); setMode('dark');
 * @see Specification 1
 */
export function useThemeMode(): ThemeState & { setMode: (mode: ThemeMode) => void } {
  const state = useSyncExternalStore(subscribe, getState, () => serverState);
  return { ...state, setMode };
}
