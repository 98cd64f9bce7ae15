import { createContext, useContext } from 'react';
import {
  type NavigateOptions,
  type To,
  useNavigate as useRouterNavigate,
  type useParams as useRouterParams,
} from 'react-router-dom';
import type { AppHistory } from './histories';

/** The history of the page, and the beginning of every address. `HistoryRouter` provides both. */
export const HistoryContext = createContext<{ history: AppHistory; basename: string } | null>(null);

/** Parameters of the current address by name: `{ id: '7' }` for `/product/:id`. `MatchedRoute` provides them. */
export const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({});

/** Gives the parameters of the current address. */
export const useParams = (() => useContext(ParamsContext)) as typeof useRouterParams;

/** Navigates to an address, or by a number of history entries. */
export interface NavigateFunction {
  (to: To, options?: NavigateOptions): void;
  (steps: number): void;
}

/** React Router's `useNavigate`. Without a data router the function never returns a promise, and this type says so. */
export const useNavigate: () => NavigateFunction = useRouterNavigate;
