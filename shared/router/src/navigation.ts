import {
  type NavigateOptions,
  type To,
  type UNSAFE_createBrowserHistory,
  type UNSAFE_createMemoryHistory,
  useNavigate as useRouterNavigate,
} from 'react-router-dom';

/** History of the router: the browser's history, or a history in memory for a test. */
export type AppHistory = ReturnType<typeof UNSAFE_createBrowserHistory> | ReturnType<typeof UNSAFE_createMemoryHistory>;

/** Navigates to an address, or by a number of history entries. */
export interface NavigateFunction {
  (to: To, options?: NavigateOptions): void;
  (steps: number): void;
}

/** React Router's `useNavigate`. Without a data router the function never returns a promise, and this type says so. */
export const useNavigate: () => NavigateFunction = useRouterNavigate;
