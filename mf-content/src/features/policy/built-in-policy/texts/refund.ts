import type { PolicyText } from '../policy-text';

export const refund: PolicyText = [
  {
    id: 'when',
    heading: 'When you get money back',
    body: [
      {
        kind: 'list',
        entries: [
          'You cancelled an order before it was sent.',
          'You returned goods in keeping with our return policy, and they have passed the check.',
          'Something arrived damaged, defective, incomplete or not as described, and cannot be replaced.',
          'We could not deliver what you paid for, or the parcel was lost.',
          'You were charged twice, or for an order that was not placed.',
        ],
      },
    ],
  },
  {
    id: 'how-long',
    heading: 'How long it takes',
    body: [
      'Refunds are credited within 0-7 working days to the original source of payment. The time runs from the day we confirm the cancellation or, for a return, from the day the goods have reached us and passed the check. We tell you by e-mail on that day.',
      'Your bank or wallet may need a little longer to show the amount. If it is not there after 7 working days, write to us with your order number, and we send you the reference that your bank can look for.',
    ],
  },
  {
    id: 'how',
    heading: 'How it is paid',
    body: [
      {
        kind: 'list',
        entries: [
          'Cards, net banking, wallets and UPI: back to where the payment came from.',
          'If that is closed or refuses the money: to a bank account in your name, after we have checked with you.',
        ],
      },
      'We never ask for a PIN, a one-time password or a fee to pay a refund. If somebody does so in our name, please tell us.',
    ],
  },
  {
    id: 'how-much',
    heading: 'How much it is',
    body: [
      'You get back what you paid for the goods, taxes included. If you return a part of an order, you get back that part, less its share of a discount that no longer applies. If the fault is ours, delivery and return cost you nothing.',
      'When goods come back used, damaged or incomplete, we may deduct what they have lost in value, or send them back to you. We tell you before we do either.',
    ],
  },
  {
    id: 'failed-payments',
    heading: 'Payments that failed',
    body: [
      'Sometimes money leaves an account although the payment counts as failed. Your bank gives it back by itself, usually within a few working days. Write to us if it does not, and we look into it with the payment provider.',
    ],
  },
  {
    id: 'rights',
    heading: 'Your rights',
    body: [
      'Your rights under the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020, stay as they are, whatever this page says.',
      { kind: 'see-also', policies: ['return', 'terms'] },
    ],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'Please have your order number at hand. Our grievance officer is reachable Mon-Fri 10:00-17:00.',
      { kind: 'company-contact' },
    ],
  },
];
