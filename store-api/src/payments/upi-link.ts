export interface UpiPayment {
  /** Virtual payment address, `name@bank`. */
  payeeAddress: string;
  payeeName: string;
  /** Ours, at most 35 letters and digits. */
  reference: string;
  /** Shown to the payer; cut at 50 characters. */
  note: string;
  paise: number;
}

/**
 * A UPI payment link: `upi://pay?pa=…&pn=…&tr=…&tn=…&am=1234.50&cu=INR`.
 *
 * @see NPCI, UPI Linking Specifications 1.6: `pa` and `pn` are mandatory, `am` is rupees with two decimals.
 */
export function createUpiLink({ payeeAddress, payeeName, reference, note, paise }: UpiPayment): string {
  const parameters = {
    // The @ stays as it is: payment apps compare the address before they decode it.
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
