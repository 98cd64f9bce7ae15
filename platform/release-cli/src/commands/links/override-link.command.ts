import { parseLoopbackAddress } from '@shop/releases/signed-links/loopback-address';
import { createOverride, maxOverrideDuration } from '@shop/releases/signed-links/override';
import { defineCommand, UsageError } from '../../cli/command';
import { parseWith, valueOption } from '../../cli/parse-values';
import { assertFitsLiveShell } from '../../development/assert-fits-live-shell';
import { readServedRemote } from '../../development/read-served-remote';
import { declareLink, type LinkOptions } from './link-options';

interface OverrideOptions extends LinkOptions {
  /** Address of the development server, with a slash at the end. */
  to: string;
}

const parseTarget = (text: string, name: string): string =>
  parseWith(() => {
    try {
      return parseLoopbackAddress(text);
    } catch (error) {
      throw new Error(`${name} is ${error instanceof Error ? error.message : String(error)}`);
    }
  });

/** The development server runs on the visitor's machine, out of the gateway's reach: the link contains what a composition needs. */
export const overrideLink = defineCommand<[app: string], OverrideOptions>({
  name: 'override-link',
  summary: 'prints a link with which staff see one remote from their own machine in a shop that is not production',
  examples: [
    'override-link mf-catalog --to http://127.0.0.1:3101 --env staging --shop-url https://staging.shop.example',
  ],
  declare: (parser) =>
    declareLink(
      parser
        .argument('<app>', 'the remote, such as mf-catalog')
        .addOption(
          valueOption(
            '--to <url>',
            'address of its development server on this machine',
            parseTarget,
          ).makeOptionMandatory(),
        ),
      '2h',
    ),
  access: 'sign',
  run: async ({ environment, words: [app], options: { to, ttl, shopUrl }, author }) => {
    if (ttl > maxOverrideDuration) throw new UsageError('--ttl is more than a day: give 1d or less.');
    const served = await readServedRemote(app, to);
    await assertFitsLiveShell(environment, served.needs);
    const shop = new URL(shopUrl).origin;
    const override = await createOverride(environment, served.remote, { shop, by: author.by, duration: ttl });
    const link = `${shop}/-/override/${override.id}`;
    return {
      lines: [
        link,
        `Staff see ${app} ${served.remote.version} from ${to} there, until ${override.expiresAt}. Open a staff link first.`,
      ],
      data: { link, ...override },
    };
  },
});
