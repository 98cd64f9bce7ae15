import '@shop/ui/tokens.css';
import '@shop/ui/base.css';
import { pageReadyEvent } from './base/page';

/**
 * The code of the page in chunks of similar cost. To evaluate it in one task would block the page for a tenth of a second on a
 * phone. Each module is evaluated with the first chunk that names it or imports it. All chunks are in this script, and so is every module that remotes share.
 *
 * @see docs/decisions/0032
 */
const chunks: (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ 'react'),
  () => import(/* webpackMode: "eager" */ 'react-dom'),
  () => import(/* webpackMode: "eager", webpackExports: ["createRoot", "hydrateRoot"] */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@shop/router/router'),
  () => import(/* webpackMode: "eager" */ '@shop/api-client/store-api'),
  () => import(/* webpackMode: "eager" */ '@shop/api-client/product-api'),
  () => import(/* webpackMode: "eager" */ '@shop/ui/core'),
  () => import(/* webpackMode: "eager", webpackExports: ["createAppStore"] */ '@shop/store/create-app-store'),
  () => import(/* webpackMode: "eager" */ '@shop/settings/use-settings'),
  () => import(/* webpackMode: "eager", webpackExports: ["App"] */ './app/app'),
];

/** Lets the browser handle input and paint. A message is not delayed, unlike a timer. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function evaluateAndStart(): Promise<void> {
  for (const evaluate of chunks) {
    await evaluate();
    await pause();
  }
  const { startPage } = await import(/* webpackMode: "eager" */ './browser/start-page');
  await startPage();
}

evaluateAndStart().catch((error: unknown) => {
  // Without this event the page loader would hold the shopper's clicks for ever.
  window.dispatchEvent(new Event(pageReadyEvent));
  reportError(error);
});
