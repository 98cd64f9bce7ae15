import type { DocumentRequest } from '@shop/remote-contract/shell-build';
import { getApiBase } from '@shop/settings/api-base';
import type { Settings } from '@shop/settings/settings-slice';

/**
 * Completes the settings of the deployment. Server and browser call this function, so that both render the same page.
 *
 * @param hostname Host name the shopper sees, without its port.
 */
export function completeSettings(settings: DocumentRequest['settings'], hostname: string): Settings {
  return { orderAmounts: 'dollar', ...settings, apiBase: settings.apiBase ?? getApiBase(hostname) };
}
