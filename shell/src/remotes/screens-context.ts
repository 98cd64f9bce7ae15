import { createContext, useContext } from 'react';
import type { ScreenRegistry } from './screen-registry';

export const ScreensContext = createContext<ScreenRegistry | null>(null);

/** Gives the page's registry of remote screens. */
export function useScreens(): ScreenRegistry {
  const screens = useContext(ScreensContext);
  if (!screens) throw new Error('ScreensContext is missing above this component');
  return screens;
}
