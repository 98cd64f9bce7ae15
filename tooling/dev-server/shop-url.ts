import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getShopUrlFile } from '@shop/release-cli/host/settings';

/** Stores the address of the shop that runs on this machine. `npm run release -- preview` makes its links with it. */
export function writeShopUrl(url: string): void {
  const file = getShopUrlFile();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${url}\n`);
}

/** Removes the stored address when the shop ends. */
export const removeShopUrl = (): void => rmSync(getShopUrlFile(), { force: true });
