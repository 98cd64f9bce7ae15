import * as announcedFeatures from '@shop/api-client/announced-features';
import * as apiError from '@shop/api-client/api-error';
import * as appState from '@shop/api-client/app-state';
import * as product from '@shop/api-client/product-api';
import * as storeApi from '@shop/api-client/store-api';
import * as cart from '@shop/cart/use-cart';
import * as form from '@shop/forms/form';
import * as texts from '@shop/language/texts';
import * as notify from '@shop/notifications/use-notify';
import * as urls from '@shop/remote-contract/urls';
import * as router from '@shop/router/router';
import * as session from '@shop/session/use-session';
import * as settings from '@shop/settings/use-settings';
import * as slots from '@shop/slots/slot';
import * as categories from '@shop/store-info/categories';
import * as storeInfo from '@shop/store-info/use-store-info';
import * as controls from '@shop/ui/controls';
import * as core from '@shop/ui/core';
import * as documentHead from '@shop/ui/document-head';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';

/**
 * The shared modules that the Node build provides to the remotes of its composition. In the browser the federation
 * runtime provides them. `shared-modules.node.test.ts` compares this list with the list of the builds.
 */
export const provided: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@shop/api-client/announced-features': announcedFeatures,
  '@shop/api-client/api-error': apiError,
  '@shop/api-client/app-state': appState,
  '@shop/api-client/product-api': product,
  '@shop/api-client/store-api': storeApi,
  '@shop/cart/use-cart': cart,
  '@shop/forms/form': form,
  '@shop/language/texts': texts,
  '@shop/notifications/use-notify': notify,
  '@shop/remote-contract/urls': urls,
  '@shop/router/router': router,
  '@shop/session/use-session': session,
  '@shop/settings/use-settings': settings,
  '@shop/slots/slot': slots,
  '@shop/store-info/categories': categories,
  '@shop/store-info/use-store-info': storeInfo,
  '@shop/ui/controls': controls,
  '@shop/ui/core': core,
  '@shop/ui/document-head': documentHead,
};
