import { type NavigateOptions, type To, useNavigate as useRouterNavigate } from 'react-router-dom';

/** Goes to an address, or so many steps through the history. */
export interface NavigateFunction {
  (to: To, options?: NavigateOptions): void;
  (steps: number): void;
}

/** As React Router's, but typed as what it is without a data router: never a promise to wait for. */
export const useNavigate: () => NavigateFunction = useRouterNavigate;
