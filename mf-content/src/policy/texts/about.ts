import type { PolicyText } from '../policy-text';

export const about: PolicyText = [
  {
    id: 'who-we-are',
    heading: 'Who we are',
    body: [
      '{{companyName}} sells things for the kitchen and the home that people use every day and keep for years. We choose each product ourselves, and we list what we would buy again.',
    ],
  },
  {
    id: 'what-we-look-for',
    heading: 'What we look for',
    body: [
      {
        kind: 'list',
        entries: [
          'Clearly named materials: metal, wood, stone, clay and cloth that age well.',
          'Makers who tell us how they make their products.',
          'Products that can be repaired, re-tinned, sharpened or seasoned again.',
        ],
      },
    ],
  },
  {
    id: 'how-we-sell',
    heading: 'How we sell',
    body: [
      'You see the whole price before you pay. Shipping is free, returns are simple, and a person answers when something goes wrong. Prices are in Indian rupees.',
      'We follow the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020, and treat your data as the Digital Personal Data Protection Act, 2023, requires. These pages have the details:',
      { kind: 'see-also', policies: ['shipping', 'return', 'refund', 'privacy', 'terms'] },
    ],
  },
  {
    id: 'find-us',
    heading: 'Find us',
    body: ['We are available Monday to Saturday, 10AM to 6PM.', { kind: 'company-contact' }],
  },
];
