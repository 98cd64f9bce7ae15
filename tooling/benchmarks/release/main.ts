import type { Release } from '@shop/releases/release/release';
import { parseOptions, readArguments } from '../../read-arguments';
import { openBenchmarkShop } from './benchmark-shop';
import { measureCanary } from './measure-canary';
import { measureConcurrentPromotions } from './measure-concurrent-promotions';
import { measureGates } from './measure-gates';
import { measureOverlappingCanaries } from './measure-overlapping-canaries';
import { measurePromotions, measureRollback } from './measure-promotions';
import { measureTampering } from './measure-tampering';

/*
 * `npm run bench:release` prints figures of release control, measured on this machine with a real gateway process, the
 * built apps and a release store in a folder.
 */

readArguments((args) => parseOptions(args, {}));
const firstPort = 3990;

const shop = await openBenchmarkShop(firstPort);
try {
  const catalog = shop.releases.find(({ app }) => app === 'mf-catalog') as Release;
  const variant = await shop.publishVariant('mf-catalog', 'b');
  const another = await shop.publishVariant('mf-catalog', 'c');
  const { origin } = await shop.startGateway();
  console.log('');
  await measureGates(shop, variant);
  await measurePromotions(shop, origin, [variant, catalog]);
  await measureRollback(shop, origin, variant);
  await measureCanary(shop, origin, variant);
  const contents = await shop.publishVariant('mf-content', 'b');
  const account = await shop.publishVariant('mf-account-orders', 'b');
  await measureOverlappingCanaries(shop, origin, [variant, contents, account]);
  await measureConcurrentPromotions(shop);
  await measureTampering(shop, origin, another);
} finally {
  await shop.close();
}
