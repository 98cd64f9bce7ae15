import type { PolicyText } from '../policy-text';

export const shipping: PolicyText = [
  {
    id: 'where',
    heading: 'Where we deliver',
    body: [
      'We deliver to addresses in India that our couriers reach. Please give the full address with its PIN code, and a phone number at which the courier can find you. If an address cannot be served, we tell you and pay your money back in full.',
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
      'The time runs from the day your payment is confirmed. Working days are Monday to Saturday, public holidays excepted. Remote places, heavy rain and festivals can add some days; we tell you when they do.',
    ],
  },
  {
    id: 'cost',
    heading: 'What it costs',
    body: [
      'Standard shipping is free. Should an order need something out of the ordinary, its price is shown before you pay.',
    ],
  },
  {
    id: 'tracking',
    heading: 'Following your order',
    body: [
      'Your orders and their status are in your account. Without signing in you can follow one on the tracking page, with the order number and the e-mail address or phone number it was placed with.',
    ],
  },
  {
    id: 'at-the-door',
    heading: 'At your door',
    body: [
      {
        kind: 'list',
        entries: [
          'Please look at the parcel before you accept it. If it is open or badly damaged, refuse it, or note the damage with the courier and take a photograph.',
          'If nobody is in, the courier tries again or calls you. A parcel that cannot be handed over comes back to us; we then ask you whether to send it again or to pay your money back.',
          'The risk passes to you when the parcel is in your hands, not before.',
        ],
      },
    ],
  },
  {
    id: 'problems',
    heading: 'Late, lost or incomplete',
    body: [
      'Write to us if your order has not come in time, or if something is missing. We ask the courier, and answer within two working days. What is lost is sent again or paid back, as you wish. What has not been sent in time you may cancel without cost.',
      { kind: 'see-also', policies: ['return', 'refund'] },
    ],
  },
  {
    id: 'bulk',
    heading: 'Bulk orders',
    body: [
      'For weddings, restaurants or gifts to a whole office, ask us first: we tell you what can be had by when, and hold it for you.',
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
