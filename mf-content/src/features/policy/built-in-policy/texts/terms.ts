import type { PolicyText } from '../policy-text';

export const terms: PolicyText = [
  {
    id: 'agreement',
    heading: 'Our agreement',
    body: [
      'This shop is run by {{companyName}}, {{companyAddress}} (“we”, “us”). By browsing it, opening an account or placing an order you agree to these terms. If you do not agree with them, please do not use the shop.',
      'These terms are an electronic record under the Information Technology Act, 2000, and need no signature. They stand beside your rights under the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020, and take none of them away.',
    ],
  },
  {
    id: 'account',
    heading: 'Your account',
    body: [
      'You may browse and fill a cart without an account. To order you need one, and you must be able to enter into a contract under Indian law: 18 years or older, or acting with a parent or guardian.',
      {
        kind: 'list',
        entries: [
          'Give details that are true, and keep them up to date.',
          'Keep your password to yourself. What is done through your account counts as done by you until you tell us otherwise.',
          'Tell us at once if you think that somebody else uses your account.',
        ],
      },
    ],
  },
  {
    id: 'products-and-prices',
    heading: 'Products and prices',
    body: [
      'We describe and photograph what we sell with care. Much of it is made by hand, so colour, grain and size may differ a little from the picture.',
      'Prices are in Indian rupees. What you pay, with everything that is added to it, is shown before you place an order. Should a price be wrong by an evident mistake, we ask you before anything is sent; you may cancel without cost.',
    ],
  },
  {
    id: 'orders',
    heading: 'Orders',
    body: [
      'Your order is an offer to buy. It becomes a contract when we confirm it or send the goods, whichever comes first. We may decline an order, for instance when something is sold out, when an address cannot be served or when a payment cannot be verified. Money already paid then goes back to you in full.',
      'You can see your orders, and what has become of them, in your account or with your order number on the tracking page.',
    ],
  },
  {
    id: 'payment',
    heading: 'Payment',
    body: [
      'Payments are taken by licensed payment providers. We do not see or keep your card number, UPI PIN or bank password, and nobody from {{companyName}} will ever ask you for them.',
    ],
  },
  {
    id: 'delivery-returns-refunds',
    heading: 'Delivery, returns and refunds',
    body: [
      'These are part of our agreement, and have pages of their own:',
      { kind: 'see-also', policies: ['shipping', 'return', 'refund'] },
    ],
  },
  {
    id: 'fair-use',
    heading: 'Fair use of the shop',
    body: [
      'Please do not:',
      {
        kind: 'list',
        entries: [
          'break the law, or the rights of others, by means of this shop;',
          'try to reach accounts, data or parts of the shop that are not meant for you, or put a load on it that keeps others out;',
          'place orders in a false name, or for resale without our written consent;',
          'copy our texts, pictures and designs for anything but your own private use. They belong to {{companyName}} or to those who let us use them.',
        ],
      },
      'We may close an account that does so. Where we can, we tell you why first.',
    ],
  },
  {
    id: 'liability',
    heading: 'What we answer for',
    body: [
      'We answer for goods that are defective, not as described or unsafe as Indian law has it, and for harm that we cause by our fault. Beyond that, and as far as the law allows, we are not liable for losses that could not be foreseen when you ordered, and our liability is limited to what you paid for the order in question.',
      'We are not liable for delays by events outside our control, such as floods, strikes or orders of an authority. We tell you about them, and you may cancel what has not been sent.',
    ],
  },
  {
    id: 'law',
    heading: 'Law and disputes',
    body: [
      'These terms follow the laws of India. Write to us first: most things are settled that way. If not, the courts at the place of our registered office have jurisdiction. Your right to go to the consumer commission where you live or work, under the Consumer Protection Act, 2019, stays as it is.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes',
    body: ['We may change these terms. An order follows the terms that stood here on the day it was placed.'],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'Questions and complaints reach us here. Our grievance officer is reachable Mon-Fri 10:00-17:00, acknowledges a complaint within 48 hours and settles it within one month, as the Consumer Protection (E-Commerce) Rules, 2020, ask.',
      { kind: 'company-contact' },
    ],
  },
];
