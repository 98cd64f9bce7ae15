import { createContext } from 'react';
import type { To } from 'react-router-dom';

/** Loads the owner of an address and what its screen will ask for. The shell provides it; alone it does nothing. */
export type Prefetch = (to: To) => void;

export const PrefetchContext = createContext<Prefetch>(() => undefined);
