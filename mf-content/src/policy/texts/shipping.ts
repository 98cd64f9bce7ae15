import type { PolicyText } from '../policy-text';

export const shipping: PolicyText = [
  {
    id: 'where',
    heading: 'Where we deliver',
    body: [
      'We deliver to addresses in India that our couriers reach. Please give the full address with its PIN code, and a phone number for the courier. If our couriers do not reach an address, we tell you and refund everything you paid.',
    ],
  },
  {
    id: 'how-long',
    heading: 'How long it takes',
    body: [
      {
        kind: 'list',
        entries: [
          'Normal orders are delivered within 0-7 working days.',
          'Bulk orders are delivered within 10-15 business days.',
        ],
      },
      'The time starts on the day your payment is confirmed. Working days are Monday to Saturday, except public holidays. Remote places, heavy rain and festivals can add some days. We tell you when they do.',
    ],
  },
  {
    id: 'cost',
    heading: 'What it costs',
    body: ['Shipping is free for every order.'],
  },
  {
    id: 'tracking',
    heading: 'Tracking your order',
    body: [
      'Your account shows your orders and their status. Without signing in you can track an order on the tracking page, with the order number and the e-mail address of the account or the phone number of the delivery.',
    ],
  },
  {
    id: 'at-the-door',
    heading: 'At your door',
    body: [
      {
        kind: 'list',
        entries: [
          'Please look at the parcel before you accept it. If it is open or badly damaged, do not accept it, or report the damage to the courier and take a photograph.',
          'If nobody is at home, the courier tries again or calls you. If the courier cannot deliver the parcel, it comes back to us. We then ask you whether to send it again or to refund you.',
          'The risk passes to you when you receive the parcel.',
        ],
      },
    ],
  },
  {
    id: 'problems',
    heading: 'Late, lost or incomplete',
    body: [
      'Write to us if your order is late or incomplete. We ask the courier, and answer within two working days. If goods are lost, we send them again or refund them, as you prefer. If we have not sent an order in time, you may cancel it free of charge.',
      { kind: 'see-also', policies: ['return', 'refund'] },
    ],
  },
  {
    id: 'bulk',
    heading: 'Bulk orders',
    body: [
      'For weddings, restaurants or corporate gifts, please contact us before you order. We tell you what we can deliver and when.',
    ],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'This policy follows the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020.',
      { kind: 'company-contact' },
    ],
  },
];
