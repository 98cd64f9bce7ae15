import { createContext } from 'react';
import type { To } from 'react-router-dom';

/** Loads the remote that owns an address, and the data of its screen. The shell provides it. Without the shell it does nothing. */
export type Prefetch = (to: To) => void;

export const PrefetchContext = createContext<Prefetch>(() => undefined);
