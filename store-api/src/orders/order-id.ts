import { createHumanReadableCode } from './human-readable-code';

/** Creates an order id such as `TT-7Q2M9KX4HB`. It has 50 random bits and is safe in URLs. */
export function createOrderId(): string {
  return `TT-${createHumanReadableCode(10)}`;
}

/** Normalizes a typed order id. It accepts any case, a missing dash, O for 0, and I or L for 1. */
export function normalizeOrderId(typed: string): string {
  const code = typed
    .trim()
    .toUpperCase()
    .replace(/^TT[-\s]?/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `TT-${code}`;
}
