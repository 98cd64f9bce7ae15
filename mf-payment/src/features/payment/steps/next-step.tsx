import type { PaymentState } from '../use-payment';
import { PayInApp } from './pay-in-app';
import { ScanToPay } from './scan-to-pay';

/** The step that follows the form: a code to scan, or an app. It is in the chunk of the form, which has loaded by then. */
export function NextStep({ state }: { state: Extract<PaymentState, { kind: 'scan' | 'app' }> }) {
  return state.kind === 'scan' ? (
    <ScanToPay code={state.code} onStartOver={state.startOver} />
  ) : (
    <PayInApp url={state.url} onStartOver={state.startOver} />
  );
}
