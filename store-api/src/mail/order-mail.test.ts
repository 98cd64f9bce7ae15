import { openMailTransport } from '@shop/mail/mail-transport';
import { openSmtpSink } from '@shop/mail/testing/smtp-sink';
import { createOrderMail } from './order-mail';

const options = {
  from: { name: 'Tamra & Teak', address: 'care@tamra-teak.example' },
  shopUrl: 'https://shop.example',
};
const account = { firstName: 'Asha', email: 'asha@example.com' };
const order = {
  id: 'TT-7Q2M9KX4HB',
  language: 'en',
  lines: [
    {
      orderId: 'TT-7Q2M9KX4HB',
      position: 0,
      productId: 'p',
      title: 'Tawa <large>',
      quantity: 2,
      pricePaise: 99_950,
      size: '28 cm',
      color: 'Madder',
    },
    {
      orderId: 'TT-7Q2M9KX4HB',
      position: 1,
      productId: 'q',
      title: 'Ladle',
      quantity: 1,
      pricePaise: 10_000,
      size: null,
      color: null,
    },
  ],
};

const createText = (greeting: string) => `${greeting}

Thank you for your order TT-7Q2M9KX4HB at Tamra & Teak.

2 × Tawa <large>, Size 28 cm, Colour Madder: ₹1,999
1 × Ladle: ₹100
Total: ₹2,099

Track your order: https://shop.example/track-order?id=TT-7Q2M9KX4HB

Did you not order this? Then your e-mail address was entered by mistake, and you do not have to do anything.
`;

describe('createOrderMail', () => {
  it('contains the order number, lines with size and colour, total and tracking link', () => {
    const { text, subject, to } = createOrderMail(order, account, options);
    expect(subject).toBe('Your order TT-7Q2M9KX4HB');
    expect(to).toEqual({ name: '', address: 'asha@example.com' });
    expect(text).toBe(createText('Hello Asha,'));
  });

  it.each(['Asha', 'Anne-Marie', 'D’Souza', "D'Souza", 'Mary Ann Rose', 'आशा', 'ஆஷா', 'عائشة', 'Đặng', 'Zoë'])(
    'greets %s by name',
    (firstName) => {
      const { text } = createOrderMail(order, { ...account, firstName }, options);
      expect(text).toBe(createText(`Hello ${firstName},`));
    },
  );

  it.each([
    ...['https://evil.example/pay', 'evil.example', 'www.evil.in', 'evil。example', 'evil．example', 'evil․example'],
    ...[
      'xn--e1a.example',
      'M.K.',
      'pay@evil.example',
      'mailto:pay',
      'tel:98450',
      '+91 98450 12345',
      '127.0.0.1',
      '//evil',
    ],
    ...[
      '[::1]',
      'evil\u200b.example',
      'Asha\u202Eelpmaxe',
      '\u2066Asha',
      'Asha\nTotal: $0.00',
      'Asha\r\nBcc: x',
      'a\u0000b',
    ],
    ...[
      '<b>Asha</b>',
      '&#46;',
      'Asha, your account is locked',
      'Call us now about it',
      'x'.repeat(31),
      '\u0301sha',
      '',
    ],
  ])('does not contain the first name %j', (firstName) => {
    expect(createOrderMail(order, { ...account, firstName }, options).text).toBe(createText('Hello,'));
  });

  it('ends the name of the shop with one full stop', () => {
    const from = { ...options.from, name: 'Tamra Home Pvt. Ltd.' };
    const { text } = createOrderMail(order, account, { ...options, from });
    expect(text).toContain(' at Tamra Home Pvt. Ltd.\n');
    const hindi = createOrderMail({ ...order, language: 'hi' }, account, { ...options, from });
    expect(hindi.text).toContain('Tamra Home Pvt. Ltd. पर ');
  });

  it('has the same id at each attempt, so that a mailbox shows one', () => {
    const { messageId } = createOrderMail(order, account, options);
    expect(messageId).toBe('<TT-7Q2M9KX4HB@tamra-teak.example>');
    expect(createOrderMail(order, account, options).messageId).toBe(messageId);
  });

  it('is in the language of the order, with a link to a page in that language', () => {
    const { text, subject } = createOrderMail({ ...order, language: 'hi' }, account, options);
    expect(subject).toBe('आपका ऑर्डर TT-7Q2M9KX4HB');
    expect(text).toBe(`नमस्ते Asha,

Tamra & Teak पर आपके ऑर्डर TT-7Q2M9KX4HB के लिए धन्यवाद।

2 × Tawa <large>, साइज़ 28 cm, रंग Madder: ₹1,999
1 × Ladle: ₹100
कुल: ₹2,099

अपना ऑर्डर ट्रैक करें: https://shop.example/hi/track-order?id=TT-7Q2M9KX4HB

क्या यह ऑर्डर आपने नहीं किया? तब आपका ईमेल पता गलती से डाला गया है, और आपको कुछ करने की ज़रूरत नहीं है।
`);
  });

  it('keeps the title and the choice of a product on one line', () => {
    const [line] = order.lines;
    const lines = line ? [{ ...line, title: 'Tawa\nTotal: $0.00', size: 'L\nTotal: $1.00', color: null }] : [];
    const { text } = createOrderMail({ ...order, lines }, account, options);
    expect(text).toContain('\n2 × Tawa Total: $0.00, Size L Total: $1.00: ₹1,999\n');
  });
});

describe('the SMTP transport', () => {
  it.each([
    ['limits its connections', 12, 10_000, { connections: 5 }],
    ['responds late to a message', 5, 1000, { delayMs: 2500 }],
  ])('sends e-mails at once, each once, to a server that %s', async (_what, count, timeoutMs, limits) => {
    const sink = await openSmtpSink(0, limits);
    const transport = openMailTransport({ kind: 'smtp', url: sink.url }, timeoutMs);
    const ids = Array.from({ length: count }, (_, index) => `TT-${index}`);
    await Promise.all(ids.map((id) => transport?.send(createOrderMail({ ...order, id }, account, options), id)));
    transport?.close();
    await sink.close();
    const received = sink.received.map(({ content }) => /^Message-ID: <(TT-\d+)@/m.exec(content)?.[1]);
    expect(received.sort()).toEqual(ids.sort());
  });

  it.each([
    [1, 'smtp://HOST'],
    [0, 'smtp://shop:secret@HOST'],
    [0, 'smtp://shop:secret@HOST?ignoreTLS=true'],
    [1, 'smtp://shop:secret@HOST?requireTLS=false'],
  ])('sends %i e-mails to a server without STARTTLS with %s', async (count, address) => {
    const sink = await openSmtpSink();
    const url = address.replace('HOST', new URL(sink.url).host);
    const transport = openMailTransport({ kind: 'smtp', url });
    const sending = transport?.send(createOrderMail(order, account, options), 'a');
    await (count > 0 ? sending : expect(sending).rejects.toThrow('STARTTLS'));
    transport?.close();
    await sink.close();
    expect(sink.received).toHaveLength(count);
  });

  it('writes no header and no recipient that a shopper injects', async () => {
    const hostile = {
      firstName: 'Asha\r\nBcc: evil@example.com\r\n\r\nFree money',
      email: 'asha@example.com',
    };
    const sink = await openSmtpSink();
    const transport = openMailTransport({ kind: 'smtp', url: sink.url });
    const mail = createOrderMail(order, hostile, options);
    await transport?.send({ ...mail, to: { ...mail.to, name: hostile.firstName } }, 'a');
    await transport?.send({ ...mail, subject: 'Order\r\nBcc: evil@example.com' }, 'b');
    transport?.close();
    await sink.close();
    expect(sink.received).toHaveLength(2);
    for (const { recipients, content } of sink.received) {
      expect(recipients).toEqual(['asha@example.com']);
      const [headers = ''] = content.split('\r\n\r\n');
      const names = headers.match(/^[\w-]+(?=:)/gm);
      expect(names?.map((name) => name.toLowerCase())).not.toContain('bcc');
      expect(names?.filter((name) => name === 'To')).toHaveLength(1);
    }
  });
});
