import { Builder, Capabilities } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote/index.js';
import { test as withTestData } from '../fixtures/test-data';
import { WebKitBrowser } from './webkit-browser';

export { expect } from '@playwright/test';

/** Without a graphics card, as under Xvfb, WebKitGTK may paint nothing in compositing mode. */
const environment = { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1' } as Record<string, string>;

/**
 * Debian's WebKit, driven through WebDriver, because Playwright drives only its own WebKit download. It needs a display
 * (real or Xvfb) and `WEBKIT_DRIVER_PATH`, the path of WebKitWebDriver. It runs as root and without D-Bus.
 */
export const test = withTestData.extend<{ webkit: WebKitBrowser }>({
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
