import type { PolicyText } from '../policy-text';

export const terms: PolicyText = [
  {
    id: 'agreement',
    heading: 'Our agreement',
    body: [
      'This shop is run by {{companyName}}, {{companyAddress}} (“we”, “us”). When you browse it, create an account or place an order, you agree to these terms. If you do not agree with them, please do not use the shop.',
      'These terms are an electronic record under the Information Technology Act, 2000, and need no signature. They do not limit your rights under the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020.',
    ],
  },
  {
    id: 'account',
    heading: 'Your account',
    body: [
      'You may browse and fill a cart without an account. To order you need an account, and you must be able to enter into a contract under Indian law: 18 years or older, or acting with a parent or guardian.',
      {
        kind: 'list',
        entries: [
          'Give true details. Write to us when they change, so that we can correct them.',
          'Keep your password secret. Actions in your account count as yours until you tell us otherwise.',
          'Tell us at once if you think that another person uses your account.',
        ],
      },
    ],
  },
  {
    id: 'products-and-prices',
    heading: 'Products and prices',
    body: [
      'We describe and photograph our products with care. Many of them are made by hand, so colour, grain and size may differ a little from the picture.',
      'Prices are in Indian rupees. We show the full amount before you place an order. If a price is clearly wrong, we ask you before we send anything, and you may cancel free of charge.',
    ],
  },
  {
    id: 'orders',
    heading: 'Orders',
    body: [
      'Your order is an offer to buy. It becomes a contract when we confirm it or send the goods, whichever comes first. We may decline an order, for example when a product is sold out, when our couriers do not reach the address or when a payment cannot be verified. We then refund everything you paid.',
      'Your account shows your orders and their status. The tracking page shows an order by its order number.',
    ],
  },
  {
    id: 'payment',
    heading: 'Payment',
    body: [
      'Licensed payment providers process the payments. Details that you enter on our payment page are used for that one payment. We do not store your card number, security code, UPI PIN or bank password, and nobody from {{companyName}} will ever ask you for them by phone or e-mail.',
    ],
  },
  {
    id: 'delivery-returns-refunds',
    heading: 'Delivery, returns and refunds',
    body: [
      'These policies are part of our agreement:',
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
          'use this shop to break the law or to violate the rights of others;',
          'try to access accounts, data or parts of the shop that are not meant for you, or overload the shop;',
          'place orders in a false name, or for resale without our written consent;',
          'copy our texts, pictures and designs for anything but private use. They belong to {{companyName}} or to those who license them to us.',
        ],
      },
      'We may close an account that is used in this way. Where we can, we tell you why first.',
    ],
  },
  {
    id: 'liability',
    heading: 'Liability',
    body: [
      'We are liable under Indian law for goods that are defective, not as described or unsafe, and for harm that we cause by our fault. Beyond that, and as far as the law allows, we are not liable for losses that nobody could foresee when you ordered, and our liability is limited to what you paid for the order.',
      'We are not liable for delays by events outside our control, such as floods, strikes or orders of an authority. We tell you about them, and you may cancel goods that we have not sent.',
    ],
  },
  {
    id: 'law',
    heading: 'Law and disputes',
    body: [
      'The laws of India govern these terms. Please write to us first: most problems can be solved that way. Otherwise the courts at the place of our registered office have jurisdiction. You keep your right under the Consumer Protection Act, 2019, to go to the consumer commission where you live or work.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes',
    body: ['We may change these terms. The terms of the day on which you place an order apply to that order.'],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'Questions and complaints reach us here. Our grievance officer is available Mon-Fri 10:00-17:00, acknowledges a complaint within 48 hours and resolves it within one month, as the Consumer Protection (E-Commerce) Rules, 2020, require.',
      { kind: 'company-contact' },
    ],
  },
];
