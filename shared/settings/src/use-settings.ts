import { useAppSelector } from '@shop/api-client/app-state';
import type { Settings } from './settings-slice';

/**
 * Gives the settings of the deployment. They never change during the life of a page.
 *
 * @example const { orderAmounts } = useSettings();
 */
export function useSettings(): Settings {
  return useAppSelector(({ settings }) => settings);
}
