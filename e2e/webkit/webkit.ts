import { Builder, Capabilities } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import { test as prepared } from '../fixtures/prepared';
import { WebKitBrowser } from './webkit-browser';

export { expect } from '@playwright/test';

/** Without a graphics card, as under Xvfb, WebKitGTK may paint nothing at all while it composes layers. */
const environment = { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1' } as Record<string, string>;

/**
 * WebKit as Debian ships it, driven through WebDriver: Playwright drives a WebKit of its own only, which is a download.
 * Needs a display, real or Xvfb's; `WEBKIT_DRIVER_PATH` names WebKitWebDriver. It runs as root and without D-Bus.
 */
export const test = prepared.extend<{ webkit: WebKitBrowser }>({
  webkit: async ({ storeApi: _ }, use, testInfo) => {
    const service = new DriverService.Builder(process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver')
      .setLoopback(true)
      .setEnvironment(environment)
      .build();
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(await service.start())
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    try {
      await use(new WebKitBrowser(driver));
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = Buffer.from(await driver.takeScreenshot(), 'base64');
        await testInfo.attach('screenshot', { body, contentType: 'image/png' });
      }
    } finally {
      await driver.quit();
      await service.kill();
    }
  },
});
