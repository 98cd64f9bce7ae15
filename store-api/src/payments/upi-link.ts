export interface UpiPayment {
  /** Virtual payment address such as `name@bank`. */
  payeeAddress: string;
  payeeName: string;
  /** The payment's reference: at most 35 letters and digits. */
  reference: string;
  /** Text for the payer. It is cut at 50 characters. */
  note: string;
  paise: number;
}

/**
 * Creates a UPI payment link: `upi://pay?pa=…&pn=…&tr=…&tn=…&am=1234.50&cu=INR`.
 *
 * @see NPCI, UPI Linking Specifications 1.6: `pa` and `pn` are mandatory, `am` is rupees with two decimals.
 */
export function createUpiLink({ payeeAddress, payeeName, reference, note, paise }: UpiPayment): string {
  const parameters = {
    // The @ is not encoded, because payment apps compare the address before they decode it.
    pa: encodeURIComponent(payeeAddress).replace('%40', '@'),
    pn: encodeURIComponent(payeeName),
    tr: encodeURIComponent(reference),
    tn: encodeURIComponent(note.slice(0, 50)),
    am: (paise / 100).toFixed(2),
    cu: 'INR',
  };
  return `upi://pay?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}
