import type { PolicyText } from '../policy-text';

export const refund: PolicyText = [
  {
    id: 'when',
    heading: 'When you get a refund',
    body: [
      {
        kind: 'list',
        entries: [
          'You cancelled an order before we sent it.',
          'You returned goods under our return policy, and they passed our check.',
          'A product arrived damaged, defective, incomplete or not as described, and we cannot replace it.',
          'We could not deliver what you paid for, or the parcel was lost.',
          'You were charged twice, or for an order that you did not place.',
        ],
      },
    ],
  },
  {
    id: 'how-long',
    heading: 'How long it takes',
    body: [
      'Refunds are credited within 0-7 working days to the original source of payment. The time starts on the day we confirm the cancellation. For a return it starts on the day the goods have reached us and passed our check. We tell you by e-mail when it starts.',
      'Your bank or wallet may need a little longer to show the amount. If you do not see it after 7 working days, write to us with your order number. We then send you the reference with which your bank can find the refund.',
    ],
  },
  {
    id: 'how',
    heading: 'How it is paid',
    body: [
      {
        kind: 'list',
        entries: [
          'Cards, net banking, wallets and UPI: we refund to the source of the payment.',
          'If that account is closed or rejects the refund: we pay to a bank account in your name, after we have checked with you.',
        ],
      },
      'We never ask for a PIN, a one-time password or a fee to pay a refund. If somebody asks for one in our name, please tell us.',
    ],
  },
  {
    id: 'how-much',
    heading: 'How much it is',
    body: [
      'We refund what you paid for the goods, including taxes. If you return a part of an order, we refund that part, less its share of a discount that no longer applies. If the fault is ours, delivery and return cost you nothing.',
      'If goods come back used, damaged or incomplete, we may deduct the loss in value, or send the goods back to you. We tell you before we do either.',
    ],
  },
  {
    id: 'failed-payments',
    heading: 'Payments that failed',
    body: [
      'Sometimes money leaves your account although the payment failed. Your bank usually returns it within a few working days. If it does not, write to us and we contact the payment provider.',
    ],
  },
  {
    id: 'rights',
    heading: 'Your rights',
    body: [
      'This page does not limit your rights under the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020.',
      { kind: 'see-also', policies: ['return', 'terms'] },
    ],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'Please have your order number ready. Our grievance officer is available Mon-Fri 10:00-17:00.',
      { kind: 'company-contact' },
    ],
  },
];
