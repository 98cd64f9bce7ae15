import { parseArgs } from 'node:util';
import { portSetting, readSettings, SettingsError, urlSetting } from '@shop/server-settings/read-settings';

export const devUsage = `Usage: shop dev [--shop-url URL] [--port N] [--dev-port N]

Shows the shop at an address with the remote of this folder in it, from source. A change of a file shows at once.

  --shop-url URL   address of the live or staging shop (default: SHOP_URL)
  --port N         port of the shop on this machine (default: PORT, else 3000)
  --dev-port N     port of the development server (default: 3101)`;

const schema = {
  SHOP_URL: urlSetting(undefined),
  PORT: portSetting(3000),
  'The --dev-port': portSetting(3101),
};

const options = {
  'shop-url': { type: 'string' },
  port: { type: 'string' },
  'dev-port': { type: 'string' },
} as const;

/**
 * Reads the settings of `shop dev` from the command line, and else from `SHOP_URL` and `PORT`.
 *
 * @throws {SettingsError} The message names each invalid setting.
 */
export function readDevSettings(args: readonly string[], variables: NodeJS.ProcessEnv) {
  const given = parseOptions(args);
  const {
    SHOP_URL,
    PORT,
    'The --dev-port': devPort,
  } = readSettings(schema, {
    SHOP_URL: given['shop-url'] ?? variables.SHOP_URL,
    PORT: given.port ?? variables.PORT,
    'The --dev-port': given['dev-port'],
  });
  if (!SHOP_URL) {
    throw new SettingsError(
      'No shop is named: set SHOP_URL, such as SHOP_URL=https://staging.shop.example npm run dev, or add --shop-url.',
    );
  }
  const { origin, username, password } = new URL(SHOP_URL);
  if (username || password) throw new SettingsError('SHOP_URL contains a user name or password: leave both out.');
  return {
    /** Address of the live shop, without a slash at the end. */
    shopUrl: origin,
    port: PORT,
    devPort,
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : String(error)}\n\n${devUsage}`);
  }
}
