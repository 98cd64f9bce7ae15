import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findFirefox, findWebKitDriver } from './find-other-browsers';

/** A command line of Playwright and its process variables. */
export interface PlaywrightCommand {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
}

/** How the purchase journey runs in the installed browsers other than Chromium. */
export interface OtherBrowsers {
  /** One message for each browser that is not installed. */
  missing: string[];
  /** Undefined when no browser is installed. */
  run: PlaywrightCommand | undefined;
}

/** Finds Firefox and WebKit, and returns the command that runs the purchase journey in those that are installed. */
export function findOtherBrowsers(): OtherBrowsers {
  const [firefox, webkitDriver] = [findFirefox(), findWebKitDriver()];
  const projects = [...(firefox ? ['firefox'] : []), ...(webkitDriver ? ['webkit'] : [])];
  const playwright = [
    path.join(root, 'node_modules/.bin/playwright'),
    ...['test', '--config', 'e2e/browsers.config.ts'],
    ...projects.flatMap((project) => ['--project', project]),
  ];
  const [command = '', ...args] = webkitDriver ? ['xvfb-run', '-a', ...playwright] : playwright;
  const env = { FIREFOX_PATH: firefox, WEBKIT_DRIVER_PATH: webkitDriver };
  return {
    missing: [
      ...(firefox ? [] : ['Firefox is skipped: run "npm run setup", or set FIREFOX_PATH to its executable.']),
      ...(webkitDriver ? [] : ['WebKit is skipped: run "npm run setup" to install its WebDriver and Xvfb.']),
    ],
    run: projects.length > 0 ? { command, args, env } : undefined,
  };
}
