import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { aPaymentField } from '@shop/testing/builders';
import { calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, within } from '@testing-library/react';
import jsQR from 'jsqr';
import { openPayment } from '../testing/open-payment';

/** True while the chunk of the drawing does not load, as after the network has failed. */
let isDrawingGone = false;
jest.mock('./qr-drawing', () => {
  const { QrDrawing } = jest.requireActual<typeof import('./qr-drawing')>('./qr-drawing');
  return {
    get QrDrawing() {
      if (isDrawingGone) throw new Error('Loading chunk qr-drawing failed');
      return QrDrawing;
    },
  };
});

jest.mock('../outcome/browser-navigation', () => ({
  ...jest.requireActual<typeof import('../outcome/browser-navigation')>('../outcome/browser-navigation'),
  goTo: jest.fn(),
}));

fakeStoreApi();

const link = 'upi://pay?pa=tamra@okbank&pn=Tamra%20%26%20Teak&am=9998.00&cu=INR&tr=TT-7K2M';
const codeName = 'QR code to pay for this order';
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

type Action = NonNullable<PaymentResponseJson['action']>;

const openQrStep = (action: Omit<Action, 'type'>) =>
  openStep({ type: 'qr', ...action }, 'Scan QR Code to Complete Payment');

/** Opens the payment page and submits its form. The server responds with an action, which opens a step with a heading. */
async function openStep(action: Action, heading: string) {
  const fields = [
    aPaymentField({ name: 'upi', label: 'UPI ID' }),
    aPaymentField({ name: 'card', label: 'Card', showWhenFilled: ['upi'] }),
  ];
  const page = openPayment({ fields, reply: { success: true, action } });
  await page.user.type(await screen.findByLabelText('UPI ID'), 'asha@bank');
  await page.user.type(screen.getByLabelText('Card'), '4111');
  await page.user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByRole('heading', { level: 1, name: heading });
  // The step is loaded after the heading shows.
  await screen.findByRole('button', { name: 'Back to payment form' });
  return page;
}

/** Renders the SVG's modules to pixels and decodes them like a phone does. */
function decodeDrawing(svg: Element): string | undefined {
  const modules = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 4;
  const size = modules * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  const dark = svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '';
  for (const [, x, y, run] of dark.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column += 1) {
        pixels.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
      }
    }
  }
  return jsQR(pixels, size, size)?.data;
}

describe('the QR code step', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    isDrawingGone = false;
  });

  it.each([link, `https://pay.example/${'x'.repeat(1200)}`])(
    'draws the server’s text %s as a QR code that a phone can read [2.payment-02 4.payment-07 R.26-2]',
    async (text) => {
      await openQrStep({ qr: text });
      expect(decodeDrawing(await screen.findByRole('img', { name: codeName }))).toBe(text);
      expect(screen.getByText('Order TT-7K2M')).toBeInTheDocument();
      expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    },
  );

  it('lets the shopper copy and open the payment link', async () => {
    const { user } = await openQrStep({ qr: link });
    const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    expect(screen.getByRole('main')).not.toHaveTextContent('upi://');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    const [first] = within(screen.getByRole('main')).getAllByRole('link', { name: /^(?!My Orders)/ });
    expect(first).toHaveAccessibleName('Open payment app');
    expect(first).toHaveAttribute('href', link);
    await user.click(screen.getByRole('button', { name: 'Copy payment link' }));
    expect(await screen.findByText('Payment link copied')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith(link);
    await screen.findByRole('img');
  });

  it('shows and selects the link when the browser blocks the clipboard', async () => {
    const { user } = await openQrStep({ qr: link });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy payment link' }));
    expect(
      await screen.findByText(
        'The link could not be copied / The link is selected. Copy it with your keyboard or the context menu.',
      ),
    ).toBeVisible();
    const shown = screen.getByRole<HTMLInputElement>('textbox', { name: 'Payment link' });
    expect(shown).toHaveValue(link);
    expect([shown.selectionStart, shown.selectionEnd]).toEqual([0, link.length]);
  });

  it.each<[string, Action, string]>([
    ['the server sends a code', { type: 'qr', qr: link }, 'Scan QR Code to Complete Payment'],
    ['the server opens a UPI app', { type: 'deeplink', redirectUrl: link }, 'Pay in Your App'],
  ])('offers the link and loads the drawing again when its chunk has failed and %s', async (_case, action, heading) => {
    isDrawingGone = true;
    const { user } = await openStep(action, heading);
    const failure = 'The QR code could not be drawn. Please copy the payment link below.';
    expect(await screen.findByText(failure)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Copy payment link' })).toBeInTheDocument();
    isDrawingGone = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(decodeDrawing(await screen.findByRole('img', { name: codeName }))).toBe(link);
    expect(screen.queryByText(failure)).not.toBeInTheDocument();
  });

  it('shows no app link for a text that is not a UPI link', async () => {
    await openQrStep({ qr: 'javascript:alert(1)' });
    await screen.findByRole('img');
    expect(screen.getByRole('button', { name: 'Copy payment link' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Open payment app' })).not.toBeInTheDocument();
  });

  it('shows the server’s image, and a message when it is broken [4.payment-08 R.26-1]', async () => {
    await openQrStep({ qrBase64: `data:image/png;base64,${png}` });
    const picture = screen.getByRole('img', { name: codeName });
    expect(picture).toHaveAttribute('src', `data:image/png;base64,${png}`);
    expect(screen.queryByRole('button', { name: 'Copy payment link' })).not.toBeInTheDocument();
    fireEvent.error(picture);
    expect(screen.getByText('The QR code could not be shown. Please go back and try again.')).toBeInTheDocument();
  });

  it('links to the orders, and shows the form with its values again', async () => {
    const { user } = await openQrStep({ qrBase64: png });
    expect(screen.getByRole('link', { name: 'I have paid: view orders' })).toHaveAttribute('href', '/orders');
    await user.click(screen.getByRole('button', { name: 'Back to payment form' }));
    expect(await screen.findByLabelText('UPI ID')).toHaveValue('asha@bank');
    expect(screen.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toHaveFocus();
    await user.clear(screen.getByLabelText('UPI ID'));
    await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
    await screen.findByRole('button', { name: 'Back to payment form' });
    expect(calls('POST', '/payments')[1]?.body).toEqual({ orderId: 'TT-7K2M', fields: { upi: '' } });
    await user.click(screen.getByRole('button', { name: 'Back to payment form' }));
    await user.type(await screen.findByLabelText('UPI ID'), 'a@b');
    expect(screen.getByLabelText('Card')).toHaveValue('4111');
  });
});
