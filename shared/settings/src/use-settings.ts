import { useSelector } from 'react-redux';
import type { Settings } from './settings-slice';

/** The deployment's settings. */
export function useSettings(): Settings {
  return useSelector((state: { settings: Settings }) => state.settings);
}
