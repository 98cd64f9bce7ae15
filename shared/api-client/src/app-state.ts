import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { type TypedUseSelectorHook, useDispatch, useSelector, useStore } from 'react-redux';
import type { ApiCallbacks } from './base-query';
import type { storeApi } from './store-api';

/**
 * State of the Redux store. Each package that owns a slice adds its key here, since the lower packages cannot import the
 * store:
 *
 * @example
 * declare module '@shop/api-client/app-state' {
 *   interface AppState {
 *     cart: CartState;
 *   }
 * }
 */
export interface AppState {
  api: ReturnType<typeof storeApi.reducer>;
}

export type AppDispatch = ThunkDispatch<AppState, ApiCallbacks, UnknownAction>;

/** `useSelector` with the type of the shop's state. */
export const useAppSelector: TypedUseSelectorHook<AppState> = useSelector;

/** `useDispatch` with the type of the shop's dispatch. */
export const useAppDispatch: () => AppDispatch = useDispatch;

/** `useStore` with the type of the shop's state, for a hook that reads the state at the time of an event. */
export const useAppStore: () => Store<AppState> = useStore;
