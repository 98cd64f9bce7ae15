import { parseAddress } from '@shop/forms/stored-address';
import { createStoredValue } from '@shop/forms/stored-value';

/** The stored address as the shopper changes it in this tab, until they save or cancel. It survives the end of the session. */
export const addressEdit = createStoredValue(() => window.sessionStorage, 'account_address_draft', parseAddress);
