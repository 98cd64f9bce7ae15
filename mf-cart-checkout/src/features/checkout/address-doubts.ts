import { readMobileNumber, readPinCode } from '@shop/api-contract/typed-text';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import type { Texts } from '@shop/language/texts';
import type { PinPlace } from './pin-codes';

/** A field that looks wrong, and the question about it. */
export interface AddressDoubt {
  field: 'postalCode' | 'phone';
  question: string;
}

/** The table of PIN codes is a chunk of its own. It loads with the first complete code. */
const loadPinCodes = () => import(/* webpackChunkName: "pin-codes" */ './pin-codes');

/** Milliseconds that an order waits for the table of PIN codes. */
const tableTimeoutMs = 2000;

/** Finds the place of a PIN code of six digits. Undefined for an unknown code, and when the table cannot be loaded. */
export async function loadPinPlace(pin: string): Promise<PinPlace | undefined> {
  try {
    return (await loadPinCodes()).findPinPlace(pin);
  } catch {
    return undefined;
  }
}

/**
 * Lists what looks wrong in a complete address. Only the shopper knows, so a doubt never stops an order. Settles within two
 * seconds and never rejects.
 */
export async function findAddressDoubts(address: ShippingAddress, t: Texts): Promise<AddressDoubt[]> {
  const pinQuestion = await findPinQuestion(address, t);
  const doubts: AddressDoubt[] = [];
  if (pinQuestion) doubts.push({ field: 'postalCode', question: pinQuestion });
  const phone = address.phone.trim();
  if (!readMobileNumber(phone)) {
    const question = t('Is this mobile number right? {phone} is not an Indian mobile number of ten digits.', { phone });
    doubts.push({ field: 'phone', question });
  }
  return doubts;
}

async function findPinQuestion({ postalCode, state }: ShippingAddress, t: Texts): Promise<string | undefined> {
  const pin = readPinCode(postalCode);
  if (!pin) {
    const typed = postalCode.trim();
    return t('Is this PIN code right? {typed} is not an Indian PIN code of six digits.', { typed });
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, tableTimeoutMs);
  });
  const table = await Promise.race([loadPinCodes().catch(() => undefined), timeout]);
  clearTimeout(timer);
  if (!table) return undefined;
  const place = table.findPinPlace(pin);
  if (!place) return t('Is this PIN code right? We know no place with the code {pin}.', { pin });
  const states = table.findOtherStates(pin, state);
  if (states.length === 0) return undefined;
  return t('Is this PIN code right? {pin} is in {place}, not in {typed}.', {
    pin,
    place: new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(states),
    typed: state.trim(),
  });
}
