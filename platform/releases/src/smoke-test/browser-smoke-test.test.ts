import { chromium } from 'playwright-core';
import { runBrowserSmokeTest } from './browser-smoke-test';

test('a signal to the process of a smoke test does not close its browser', async () => {
  const launch = jest.spyOn(chromium, 'launch').mockRejectedValue(new Error('no browser'));
  await expect(runBrowserSmokeTest({} as never, 'http://127.0.0.1:1')).rejects.toThrow('no browser');
  const handlers = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  expect(launch).toHaveBeenCalledWith(expect.objectContaining(handlers));
});
