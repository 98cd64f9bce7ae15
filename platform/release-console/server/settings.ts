import { portSetting, textSetting, urlSetting } from '@shop/server-settings/read-settings';
import * as v from 'valibot';

/** Process variables of the console, besides those of the command line. The gateway documents those that it has too. */
export const consoleVariables = {
  CONSOLE_PORT: v.pipe(portSetting(3300), v.description('port of the release console')),
  CONSOLE_TOKEN: v.pipe(
    textSetting(undefined),
    v.description('token with which the local person signs in; without it each start creates one'),
  ),
  /** Address of the shop, for preview links. */
  SHOP_URL: urlSetting(undefined),
  /** Environment that is opened at the start. */
  RELEASE_ENV: textSetting('production'),
};
