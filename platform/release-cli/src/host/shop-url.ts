import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/workspace';

/** The file in which `npm start` stores the address of the shop while it runs. */
export const getShopUrlFile = (): string => path.resolve(root, process.env.DATA_DIR || '.data', 'shop-url');

/**
 * Finds the address of the shop that links are made for: `SHOP_URL`, else the address of the shop that `npm start` runs
 * on this machine, else `http://localhost` with `PORT` or 3000.
 */
export function findShopUrl(): string {
  const url = process.env.SHOP_URL || readRunningShopUrl() || `http://localhost:${process.env.PORT || 3000}`;
  return url.replace(/\/+$/, '');
}

function readRunningShopUrl(): string {
  try {
    return readFileSync(getShopUrlFile(), 'utf8').trim();
  } catch {
    return '';
  }
}
