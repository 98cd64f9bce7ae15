import type { Command } from 'commander';
import { parseDuration, parseShopUrl, valueOption } from '../../cli/parse-values';
import { findShopUrl } from '../../host/shop-url';

export interface LinkOptions {
  /** Milliseconds until the link expires. */
  ttl: number;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

/** Adds the options of a command that prints a link. @param ttl  Default duration, such as `2h`. */
export const declareLink = (parser: Command, ttl: string): Command =>
  parser
    .addOption(
      valueOption('--ttl <duration>', 'time until the link expires: 30m, 2h, 7d', parseDuration).default(
        parseDuration(ttl, '--ttl'),
        ttl,
      ),
    )
    .addOption(valueOption('--shop-url <url>', 'address of the shop', parseShopUrl).default(findShopUrl()));
