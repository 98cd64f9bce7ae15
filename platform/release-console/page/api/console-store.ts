import { configureStore } from '@reduxjs/toolkit';
import { draftSlice } from '../promote/promotion-draft';
import { consoleApi } from './console-api';

/** Creates the Redux store of the page: API cache and promotion drafts. */
export const createConsoleStore = () =>
  configureStore({
    reducer: { [consoleApi.reducerPath]: consoleApi.reducer, [draftSlice.reducerPath]: draftSlice.reducer },
    // Both checks only warn in development, and they are slow with large API responses.
    middleware: (getDefault) =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(consoleApi.middleware),
  });
