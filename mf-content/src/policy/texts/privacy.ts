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
          'Account: your first and last name, your e-mail address and your password. We store the password only as a hash, from which nobody can read it back.',
          'Orders: the products, the delivery name, address and phone number, and the status.',
          'Payments: the amount, the payment method, the result and the reference. If you ask the payment page to remember your details, we also store your phone number and payment method for the next time.',
          'Card and bank details: details that you enter on the payment page pass through our server for that one payment. We do not store card numbers, security codes, UPI PINs or bank passwords.',
          'Messages: what you write to us by e-mail, and our answer.',
          'Technical records: your IP address, your browser and the pages you request. We need them to run the shop and to keep it safe.',
        ],
      },
      'You can browse the shop and fill a cart without telling us who you are. The contact form and the newsletter form do not send or store what you enter. To reach us, please use the e-mail address or phone number below.',
    ],
  },
  {
    id: 'why',
    heading: 'What we use it for',
    body: [
      {
        kind: 'list',
        entries: [
          'to deliver what you order, and to handle payments, returns and refunds;',
          'to run your account and to answer you;',
          'to prevent fraud and misuse, and to find faults;',
          'to keep the books and records that the law requires.',
        ],
      },
      'We use your data with your consent, or where the law permits the use without consent. We do not sell your data, and we ask you before we use it for any other purpose.',
    ],
  },
  {
    id: 'cookies',
    heading: 'Cookies',
    body: [
      'The shop sets one cookie for shoppers. Its name is visitor.',
      {
        kind: 'list',
        entries: [
          'Purpose: we sometimes show a new version of the shop to some visitors first. The cookie makes sure that you see the same version on every page, and that we count you once when we compare the two versions.',
          'Content: a random identifier. We do not connect it to your name, your account or your order numbers. Our server holds it in memory during the comparison, and stores only totals.',
          'Time: the shop sets the cookie only while such a comparison runs. It expires after one year, or when you delete the cookies of this site. Scripts on the page cannot read it.',
        ],
      },
      'Two more cookies exist for tests. The preview cookie selects a version for people who open a test link from us, and the staff cookie selects a version for our own staff. We use no cookies for advertising.',
    ],
  },
  {
    id: 'in-your-browser',
    heading: 'What is stored in your browser',
    body: [
      'The shop stores the following in the local storage of your browser, until you delete the data of this site:',
      {
        kind: 'list',
        entries: [
          'cart: your cart, until you empty it or place the order;',
          'auth_token: the proof that you are signed in, until you sign out or it becomes invalid;',
          'recently-viewed: the last few products that you viewed;',
          'theme: your choice of a light or dark theme;',
          'until-sign-out:checkout_address: the delivery address, if you chose to keep it on this device. It is also deleted when you sign out.',
        ],
      },
      'The session storage of your browser holds the following until you close the tab:',
      {
        kind: 'list',
        entries: [
          'scroll-positions: how far you scrolled on each page;',
          'checkout_draft: the delivery address that you entered. It is also deleted when you order or sign out;',
          'checkout_placed: the items and the address of the order that you placed last. It is also deleted when the order is paid or you sign out.',
        ],
      },
      'The offline cache holds copies of pages that you opened, their files, and product and store information, so that you can read them without a connection. Your account, orders and payments are not in this cache.',
      'Your browser sends the proof that you are signed in with each request to our server. The rest stays on your device until you use it, for example when you place an order.',
    ],
  },
  {
    id: 'reports',
    heading: 'Error and performance reports',
    body: [
      'While you use the shop, your browser sends us short reports about how well the pages work. A report contains:',
      {
        kind: 'list',
        entries: [
          'loading and response times of the page;',
          'the number of errors, and of parts of the page that did not load;',
          'how often a checkout was opened and an order was placed, without products or amounts;',
          'the version of the shop that you see.',
        ],
      },
      'A report contains no name and nothing that you typed. We receive your IP address with it, as with every request, and use it to limit the number of reports from one network. If you have the visitor cookie, it comes with the report and serves the comparison described above. We store only totals, and we pass the reports to no other company.',
    ],
  },
  {
    id: 'sharing',
    heading: 'Who else receives it',
    body: [
      'Only those who need your data for their part receive it: couriers (name, address, phone number), payment providers (amount, order number and the payment details that you enter), and companies that run our servers or send our e-mail. Contracts oblige them to use the data for us alone. Authorities receive data when the law obliges us.',
    ],
  },
  {
    id: 'how-long',
    heading: 'How long we keep it',
    body: [
      'We keep your data while your account exists, or until the purpose you gave it for is complete. We keep invoices and tax records as long as Indian law requires. Then we erase the data.',
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
          'tell you what data we hold about you, and who has received it;',
          'correct, complete or update it;',
          'erase it, unless the law obliges us to keep it;',
          'stop using it, because you withdraw your consent. Withdrawing is as easy as giving consent, and does not affect earlier use;',
          'register a person who exercises these rights if you die or can no longer act.',
        ],
      },
      'Please write to our grievance officer, whose address is below. If our answer does not satisfy you, you may complain to the Data Protection Board of India.',
    ],
  },
  {
    id: 'delete-account',
    heading: 'Deleting your account',
    body: [
      'You can delete your account from your profile settings. The settings do not have a button for this yet. Until they do, write to us from the e-mail address of your account and we delete it for you. We complete open orders first. Data that the law obliges us to keep is locked and used for nothing else.',
    ],
  },
  {
    id: 'safety',
    heading: 'How we protect it',
    body: [
      'Connections to the shop are encrypted, and only people who need your data for their work can access it. If an unauthorised person gets access to your data, we inform you and the Data Protection Board of India, as the law requires.',
    ],
  },
  {
    id: 'children',
    heading: 'Children',
    body: [
      'The shop is for people of 18 years and older. We do not knowingly keep data of children without the verifiable consent of a parent or guardian. If you find that we do, please tell us and we erase it.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes',
    body: [
      'When this policy changes, we publish the new text on this page. If a change means that we use your data differently, we ask you first.',
    ],
  },
  {
    id: 'grievance-officer',
    heading: 'Grievance officer',
    body: [
      'Our grievance officer answers questions and complaints about your data and about the shop, Mon-Fri 10:00-17:00. The officer acknowledges a complaint within 48 hours and resolves it within one month.',
      { kind: 'company-contact' },
    ],
  },
];
