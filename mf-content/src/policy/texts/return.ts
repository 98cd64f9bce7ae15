import type { PolicyText } from '../policy-text';

export const returnAndCancellation: PolicyText = [
  {
    id: 'cancel',
    heading: 'Cancelling an order',
    body: [
      'You can cancel an order, or a part of it, free of charge until we send it. The shop has no button for this: write or call with your order number. After we have sent an order you can no longer cancel it, but you can return it when you receive it.',
      'Sometimes we have to cancel an order, for example when a product turns out to be sold out. We then tell you at once and refund everything you paid.',
    ],
  },
  {
    id: 'return',
    heading: 'Returning goods',
    body: [
      'Returns and cancellations are accepted within 0-7 days of receipt, with the goods in their original packaging. The goods should be:',
      {
        kind: 'list',
        entries: [
          'unused, unwashed and in the condition in which you received them;',
          'complete, with labels and accessories;',
          'sent with the invoice or the order number.',
        ],
      },
    ],
  },
  {
    id: 'not-returnable',
    heading: 'What cannot be returned',
    body: [
      {
        kind: 'list',
        entries: [
          'Personalised goods: engraved, cut to size or made to your wishes.',
          'Unsealed hygiene goods: goods that were sealed for reasons of health or hygiene and have been opened.',
          'Goods mixed with other items after delivery, so that they cannot be told apart.',
        ],
      },
      'You can always return goods that arrive damaged, defective or not as described.',
    ],
  },
  {
    id: 'damaged',
    heading: 'Damaged, defective or wrong',
    body: [
      'Tell us within 7 days of receipt, if possible with a photograph of the goods and the parcel. You choose between a refund and, if we have one, a replacement. We pay all costs.',
    ],
  },
  {
    id: 'steps',
    heading: 'How a return works',
    body: [
      {
        kind: 'list',
        entries: [
          'Write to {{companyEmail}} or call {{companyPhone}} with your order number and what you want to return.',
          'We confirm the return and tell you whether a courier collects the parcel, or where to send it.',
          'Pack the goods safely in their original packaging. Keep the courier’s receipt until the return is complete.',
          'We check the goods when they arrive, and tell you the result by e-mail.',
        ],
      },
    ],
  },
  {
    id: 'cost',
    heading: 'What it costs',
    body: [
      'If something is wrong with the goods, the return costs you nothing. If you have changed your mind, you may have to pay for sending the goods back. We tell you the amount before the parcel is collected.',
    ],
  },
  {
    id: 'exchange',
    heading: 'Exchanges',
    body: ['For another size or colour, please return the product and place a new order.'],
  },
  {
    id: 'money-back',
    heading: 'Your refund',
    body: [
      'Refunds are credited within 0-7 working days to the original source of payment. The time starts on the day the goods have passed our check.',
      { kind: 'see-also', policies: ['refund', 'shipping'] },
    ],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'This page does not limit your rights under the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020. Our grievance officer is available Mon-Fri 10:00-17:00.',
      { kind: 'company-contact' },
    ],
  },
];
