import type { PinPlace } from './pin-codes';
import { isMobileNumber, parsePin, type ShippingAddress } from './shipping-address';

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
export async function findAddressDoubts({ postalCode, state, phone }: ShippingAddress): Promise<AddressDoubt[]> {
  const pinQuestion = await findPinQuestion(postalCode, state);
  const doubts: AddressDoubt[] = [];
  if (pinQuestion) doubts.push({ field: 'postalCode', question: `Is this PIN code right? ${pinQuestion}` });
  if (!isMobileNumber(phone)) {
    const question = `Is this mobile number right? ${phone.trim()} is not an Indian mobile number of ten digits.`;
    doubts.push({ field: 'phone', question });
  }
  return doubts;
}

async function findPinQuestion(postalCode: string, state: string): Promise<string | undefined> {
  const pin = parsePin(postalCode);
  if (!pin) return `${postalCode.trim()} is not an Indian PIN code of six digits.`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, tableTimeoutMs);
  });
  const table = await Promise.race([loadPinCodes().catch(() => undefined), timeout]);
  clearTimeout(timer);
  if (!table) return undefined;
  const place = table.findPinPlace(pin);
  if (!place) return `We know no place with the code ${pin}.`;
  return table.isInOtherState(pin, state) ? `${pin} is in ${place.state}, not in ${state.trim()}.` : undefined;
}
