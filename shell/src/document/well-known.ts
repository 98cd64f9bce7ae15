import type { StoreIdentity, WellKnown } from '@shop/remote-contract/shell-build';
import { urls } from '@shop/remote-contract/urls';
import { palette } from '@shop/ui/tokens';
import { appIcons, favicon } from './icons';

/** Renders the web app manifest. https://www.w3.org/TR/appmanifest/ */
function renderWebManifest({ name, description }: StoreIdentity): string {
  return JSON.stringify({
    id: urls.home(),
    name,
    short_name: name,
    description: description || undefined,
    lang: 'en-IN',
    dir: 'ltr',
    start_url: urls.home(),
    scope: '/',
    display: 'standalone',
    background_color: palette.light.paper,
    theme_color: palette.light.paper,
    categories: ['shopping'],
    icons: appIcons,
    shortcuts: [
      { name: 'Cart', url: urls.cart() },
      { name: 'My Orders', url: urls.orders() },
      { name: 'Track Order', url: urls.trackOrder() },
    ],
  });
}

/** Files that the gateway serves at fixed addresses for this shell. */
export const wellKnown: WellKnown = { webManifest: renderWebManifest, favicon, serviceWorker: 'service-worker.js' };
