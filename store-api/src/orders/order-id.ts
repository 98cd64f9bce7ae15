import { createHumanReadableCode } from './human-readable-code';

/** A fresh order id such as `TT-7Q2M9KX4HB`: 50 random bits, safe in URLs. */
export function createOrderId(): string {
  return `TT-${createHumanReadableCode(10)}`;
}

/** What a shopper typed, as the id it means: any case, with or without the dash, O for 0 and I or L for 1. */
export function normalizeOrderId(typed: string): string {
  const letters = typed
    .trim()
    .toUpperCase()
    .replace(/^TT[-\s]?/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `TT-${letters}`;
}
