import type { PolicyText } from '../policy-text';

export const returnAndCancellation: PolicyText = [
  {
    id: 'cancel',
    heading: 'Cancelling an order',
    body: [
      'You can cancel an order, or a part of it, free of charge until it is sent. Write or call with your order number. Once it is on its way it can no longer be cancelled; you can return it when it has reached you.',
      'We may have to cancel an order too, for instance when something turns out to be sold out. We tell you at once, and you get back all you paid.',
    ],
  },
  {
    id: 'return',
    heading: 'Returning goods',
    body: [
      'Returns and cancellations are accepted within 0-7 days of receipt, with the goods in their original packaging. They should be:',
      {
        kind: 'list',
        entries: [
          'unused, unwashed and in the state in which they came;',
          'complete, with labels, accessories and anything that came along;',
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
          'Unsealed hygiene goods: whatever was sealed for reasons of health or hygiene and has been opened.',
          'Goods mixed with other items after delivery, so that they cannot be told apart.',
        ],
      },
      'This does not hold for goods that arrive damaged, defective or other than described: those we always take back.',
    ],
  },
  {
    id: 'damaged',
    heading: 'Damaged, defective or wrong',
    body: [
      'Tell us within 7 days of receipt, if you can with a photograph of the goods and the parcel. You choose between a replacement, if we have one, and your money back. We bear all costs.',
    ],
  },
  {
    id: 'steps',
    heading: 'How a return goes',
    body: [
      {
        kind: 'list',
        entries: [
          'Write to {{companyEmail}} or call {{companyPhone}} with your order number and what you want to return.',
          'We confirm the return and tell you whether a courier fetches the parcel, or where to send it.',
          'Pack the goods safely in their original packaging. Keep the courier’s receipt until the matter is closed.',
          'We check the goods when they arrive, and tell you the result by e-mail.',
        ],
      },
    ],
  },
  {
    id: 'cost',
    heading: 'What it costs',
    body: [
      'If something is wrong with the goods, nothing. If you have changed your mind, you may have to bear the cost of sending them back; we tell you the amount before the parcel is fetched.',
    ],
  },
  {
    id: 'exchange',
    heading: 'Exchanges',
    body: [
      'For another size or colour, return what you have and place a new order: that way it is yours before somebody else takes it.',
    ],
  },
  {
    id: 'money-back',
    heading: 'Your money back',
    body: [
      'Refunds are credited within 0-7 working days to the original source of payment, counted from the day the goods have passed the check.',
      { kind: 'see-also', policies: ['refund', 'shipping'] },
    ],
  },
  {
    id: 'contact',
    heading: 'Contact',
    body: [
      'Your rights under the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020, stay as they are. Our grievance officer is reachable Mon-Fri 10:00-17:00.',
      { kind: 'company-contact' },
    ],
  },
];
