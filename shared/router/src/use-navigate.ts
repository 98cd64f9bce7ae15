import { type NavigateOptions, type To, useNavigate as useRouterNavigate } from 'react-router-dom';

/** Navigates to an address, or by a number of history entries. */
export interface NavigateFunction {
  (to: To, options?: NavigateOptions): void;
  (steps: number): void;
}

/** React Router's `useNavigate`. Without a data router the function never returns a promise, and this type says so. */
export const useNavigate: () => NavigateFunction = useRouterNavigate;
