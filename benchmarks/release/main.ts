import type { Release } from '@shop/releases/release/release';
import { openBenchShop } from './bench-shop';
import { measureCanary } from './canary';
import { measureCheck } from './check';
import { measureRaces } from './races';
import { measureRollback, measureSwaps } from './swaps';
import { measureTampering } from './tampering';

/*
 * Figures of release control, all from one run on this machine: a real gateway process, the built apps, releases on the
 * file system. `npm run bench:release`.
 */
const firstPort = 3990;

const shop = await openBenchShop(firstPort);
try {
  const catalog = shop.releases.find(({ app }) => app === 'mf-catalog') as Release;
  const variant = await shop.publishVariant('mf-catalog', 'b');
  const another = await shop.publishVariant('mf-catalog', 'c');
  const { origin } = await shop.startGateway();
  console.log('');
  await measureCheck(shop, variant);
  await measureSwaps(shop, origin, [variant, catalog]);
  await measureRollback(shop, origin, variant);
  await measureCanary(shop, origin, variant);
  await measureRaces(shop);
  await measureTampering(shop, origin, another);
} finally {
  await shop.close();
}
