import type { PolicyText } from '../policy-text';

export const privacy: PolicyText = [
  {
    id: 'who-we-are',
    heading: 'Who is responsible',
    body: [
      '{{companyName}}, {{companyAddress}}, decides why and how your personal data is used in this shop. We follow the Digital Personal Data Protection Act, 2023, the Information Technology Act, 2000, and the rules made under them.',
    ],
  },
  {
    id: 'what-we-collect',
    heading: 'What we collect',
    body: [
      {
        kind: 'list',
        entries: [
          'Account: your first and last name, e-mail address and password. We keep the password only in a form that cannot be read back.',
          'Orders: what you bought, the name, address and phone number it goes to, and how far it has come.',
          'Payment: that it was made, by which means, and its reference. Card numbers, UPI PINs and bank passwords go to the payment provider, not to us.',
          'Messages: what you write to us, and our answer.',
          'Technical records: your IP address, browser and the pages asked for, to keep the shop safe and running.',
        ],
      },
      'You can browse the shop and fill a cart without telling us who you are.',
    ],
  },
  {
    id: 'why',
    heading: 'What we use it for',
    body: [
      {
        kind: 'list',
        entries: [
          'to deliver what you order, and to handle payment, returns and refunds;',
          'to run your account and to answer you;',
          'to send our newsletter, if you asked for it, until you unsubscribe;',
          'to prevent fraud and misuse, and to find faults;',
          'to keep the books and records that the law asks of us.',
        ],
      },
      'We use it with your consent, or where the law allows the use without. We do not sell it, and we do not use it for anything else without asking you.',
    ],
  },
  {
    id: 'in-your-browser',
    heading: 'What is kept in your browser',
    body: [
      'So that the shop works, your browser keeps:',
      {
        kind: 'list',
        entries: [
          'your cart, the sign that you are signed in, and your choice of a light or dark theme;',
          'the last few products you looked at, to show them to you again;',
          'until you close the tab: how far down you were on each page, and a delivery address as far as you have typed it, which goes when you order or sign out, too;',
          'copies of pages you opened, of the files they are made of, and of product and store information, so that you can read them without a connection. Your account, orders and payments are not among them.',
        ],
      },
      'All of it stays on your device, but for what a request needs: the sign that you are signed in goes to us with each. It goes when you clear the data of this site.',
    ],
  },
  {
    id: 'sharing',
    heading: 'Who else sees it',
    body: [
      'Only those who need it to do their part: couriers (name, address, phone), payment providers (amount and order number), and companies that run our servers and send our e-mail, bound by contract to use it for us alone. Authorities see it when the law obliges us.',
    ],
  },
  {
    id: 'how-long',
    heading: 'How long we keep it',
    body: [
      'As long as your account exists, or as long as it takes to finish what you gave it for. Invoices and tax records stay as long as Indian law requires. After that it is erased.',
    ],
  },
  {
    id: 'your-rights',
    heading: 'Your rights',
    body: [
      'You may ask us at any time to:',
      {
        kind: 'list',
        entries: [
          'tell you what we hold about you, and who has received it;',
          'correct, complete or update it;',
          'erase it, unless the law obliges us to keep it;',
          'stop using it, by withdrawing a consent. That is as easy as giving it, and does not touch what was done before;',
          'nominate a person who uses these rights for you if you die or can no longer act.',
        ],
      },
      'If our answer does not satisfy you, you may complain to the Data Protection Board of India.',
    ],
  },
  {
    id: 'delete-account',
    heading: 'Deleting your account',
    body: [
      'You can delete your account from your profile settings, or by writing to us from your e-mail address. Open orders are finished first; what the law obliges us to keep is locked and used for nothing else.',
    ],
  },
  {
    id: 'safety',
    heading: 'How we protect it',
    body: [
      'Connections to the shop are encrypted, and only people who need your data for their work can reach it. Should it get into the wrong hands all the same, we tell you and the Data Protection Board of India, as the law requires.',
    ],
  },
  {
    id: 'children',
    heading: 'Children',
    body: [
      'The shop is meant for people of 18 years and older. We do not knowingly keep data of children without the verifiable consent of a parent or guardian. Tell us if you find that we do, and we erase it.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes',
    body: [
      'When this policy changes, the new text stands here. If a change means that we use your data differently, we ask you first.',
    ],
  },
  {
    id: 'grievance-officer',
    heading: 'Grievance officer',
    body: [
      'Our grievance officer answers questions and complaints about your data and about the shop, Mon-Fri 10:00-17:00. A complaint is acknowledged within 48 hours and settled within one month.',
      { kind: 'company-contact' },
    ],
  },
];
