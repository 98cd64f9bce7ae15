import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/workspace';

/* The command line reads these before a command is loaded, so this file imports no package. */

/** Absolute folder in which the person typed the command, against which paths on the command line are resolved. npm names it. */
export const findCallerDir = ({ INIT_CWD }: NodeJS.ProcessEnv = process.env): string => INIT_CWD?.trim() || root;

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
