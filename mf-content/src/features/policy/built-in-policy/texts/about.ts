import type { PolicyText } from '../policy-text';

export const about: PolicyText = [
  {
    id: 'who-we-are',
    heading: 'Who we are',
    body: [
      '{{companyName}} sells things for the kitchen and the home that are used every day and kept for years. We choose them ourselves, cook with them, wash them and drop them, and list what we would buy again.',
    ],
  },
  {
    id: 'what-we-look-for',
    heading: 'What we look for',
    body: [
      {
        kind: 'list',
        entries: [
          'Materials that are named and honest: metal, wood, stone, clay and cloth that age well.',
          'Makers who can be asked how a thing is made, and who are paid fairly for it.',
          'Things that can be repaired, re-tinned, sharpened or seasoned again.',
        ],
      },
    ],
  },
  {
    id: 'how-we-sell',
    heading: 'How we sell',
    body: [
      'You see the whole price before you pay. Shipping is free, returns are simple, and when something goes wrong a person answers. Prices are in Indian rupees.',
      'We follow the Consumer Protection Act, 2019, and the Consumer Protection (E-Commerce) Rules, 2020, and treat your data as the Digital Personal Data Protection Act, 2023, asks. The details are here:',
      { kind: 'see-also', policies: ['shipping', 'return', 'refund', 'privacy', 'terms'] },
    ],
  },
  {
    id: 'find-us',
    heading: 'Find us',
    body: ['We are there Monday to Saturday, 10AM to 6PM.', { kind: 'company-contact' }],
  },
];
