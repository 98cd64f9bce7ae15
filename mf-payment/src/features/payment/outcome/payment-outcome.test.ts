import type { PaymentAction, PaymentResponse } from '@shop/api-contract/decoders/payment';
import { readOutcome } from './payment-outcome';

const reply = (more: Partial<PaymentResponse> = {}): PaymentResponse => ({
  success: true,
  error: '',
  redirectUrl: '',
  ...more,
});
const action = (more: Partial<PaymentAction>): { action: PaymentAction } => ({
  action: { type: '', redirectUrl: '', formParams: { type: '', url: '', data: {} }, qr: '', qrBase64: '', ...more },
});
const outcome = (more: Partial<PaymentResponse>) => readOutcome(reply(more), 'shop.example');

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const page = 'https://pay.example/';

describe('readOutcome', () => {
  it('reads a response without success as declined, whatever else it carries [3.payment-02]', () => {
    expect(outcome({ success: false, error: 'Declined', redirectUrl: page })).toEqual({
      kind: 'declined',
      reason: 'Declined',
    });
  });

  it('reads redirect_post as a post of type, url and every entry of data [3.payment-02 3.payment-03 R.32-1]', () => {
    const formParams = { type: 'POST', url: 'https://bank.example', data: { submit: 'yes', sum: ' a= ' } };
    expect(outcome(action({ type: 'redirect_post', redirectUrl: page, formParams }))).toEqual({
      kind: 'post',
      url: page,
      entries: [
        ['type', 'POST'],
        ['url', 'https://bank.example'],
        ['submit', 'yes'],
        ['sum', ' a= '],
      ],
    });
  });

  it('posts no entry that the server left out [3.payment-02]', () => {
    const formParams = { type: '', url: '', data: { a: '' } };
    expect(outcome(action({ type: 'redirect_post', redirectUrl: page, formParams }))).toMatchObject({
      entries: [['a', '']],
    });
  });

  it('reads a deeplink, a plain redirect and an unknown action with an address [3.payment-02 3.payment-03]', () => {
    expect(outcome(action({ type: 'deeplink', redirectUrl: 'upi://pay?pa=a@b' }))).toEqual({
      kind: 'app',
      url: 'upi://pay?pa=a@b',
    });
    expect(outcome(action({ type: 'deeplink', redirectUrl: page }))).toEqual({ kind: 'visit', url: page });
    expect(outcome({ redirectUrl: page })).toEqual({ kind: 'visit', url: page });
    expect(outcome({ redirectUrl: page, ...action({ type: 'deeplink' }) })).toEqual({ kind: 'visit', url: page });
    expect(outcome(action({ type: 'carrier_pigeon', redirectUrl: page }))).toEqual({ kind: 'visit', url: page });
  });

  it('reads a QR code from text, else from an image [3.payment-02 3.payment-03]', () => {
    const text = { kind: 'scan', code: { kind: 'text', text: 'upi://pay?pa=a@b' } };
    expect(outcome(action({ type: 'qr', qr: 'upi://pay?pa=a@b', qrBase64: png }))).toEqual(text);
    expect(outcome(action({ type: 'qr', qrBase64: png }))).toEqual({
      kind: 'scan',
      code: { kind: 'picture', source: `data:image/png;base64,${png}` },
    });
  });

  it('detects the image type by its bytes, with or without a data prefix [3.payment-02 R.26-1]', () => {
    const source = (qrBase64: string) => outcome(action({ type: 'qr', qrBase64 }));
    const asPng = { code: { source: `data:image/png;base64,${png}` } };
    expect(source(`data:image/png;base64,${png}`)).toMatchObject(asPng);
    expect(source(`data:image/svg+xml;base64,${png}`)).toMatchObject(asPng);
    expect(source(`${png.slice(0, 20)}\n${png.slice(20)}`)).toMatchObject(asPng);
    expect(source('/9j/4AAQSkZJRg==')).toMatchObject({ code: { source: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==' } });
  });

  it.each([
    ['an unsafe redirect', { redirectUrl: 'javascript:alert(1)' }],
    ['an unsafe post', action({ type: 'redirect_post', redirectUrl: 'data:text/html,x' })],
    ['a post to nowhere', action({ type: 'redirect_post' })],
    ['an app link as a plain redirect', { redirectUrl: 'upi://pay' }],
    ['an unsafe deeplink', action({ type: 'deeplink', redirectUrl: 'javascript:alert(1)' })],
    ['a code of nothing', action({ type: 'qr' })],
    ['a code that is no picture', action({ type: 'qr', qrBase64: 'PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+' })],
    ['a picture with markup in it', action({ type: 'qr', qrBase64: `${png}"><script>` })],
    ['a text too long for any code', action({ type: 'qr', qr: 'x'.repeat(2954) })],
  ])('reads %s as unusable [3.payment-02]', (_name, more) => expect(outcome(more)).toEqual({ kind: 'unusable' }));

  it('uses the image when the text is too long [3.payment-02]', () => {
    expect(outcome(action({ type: 'qr', qr: 'न'.repeat(1000), qrBase64: png }))).toMatchObject({
      code: { kind: 'picture' },
    });
  });

  it('reads a success without an action as started [3.payment-02]', () => {
    expect(outcome({})).toEqual({ kind: 'started' });
    expect(outcome(action({ type: 'carrier_pigeon' }))).toEqual({ kind: 'started' });
  });
});
