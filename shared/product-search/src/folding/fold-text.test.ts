import { createProductIndex } from '../product-index';
import { foldText } from './fold-text';

const fold = (text: string) => foldText(text).map(({ folded }) => folded);

describe('spellings of one word fold to the same', () => {
  it.each([
    ['kadhai', 'karahi', 'kadai', 'kadahi', 'karhai', 'kadhaai', 'KADHAI', 'कढ़ाई', 'कढ़ाई', 'कड़ाही'],
    ['tawa', 'tava', 'tavaa', 'तवा'],
    ['handi', 'haandi', 'handee', 'हांडी', 'हाँडी'],
    ['thali', 'thaali', 'thaalee', 'thalis', 'थाली'],
    ['chai', 'chay', 'chaay', 'चाय'],
    ['masala', 'masaala', 'मसाला'],
    ['dabba', 'daba', 'dabbaa', 'dibba', 'डिब्बा'],
    ['patila', 'pateela', 'patela', 'पतीला', 'भगोना'],
    ['kurta', 'kurtha', 'kurtas', 'कुर्ता', 'कु\u200cर्ता'],
    ['saree', 'sari', 'sarees', 'saris', 'साड़ी', 'साड़ी'],
    ['dupatta', 'dupata', 'duppatta', 'dupattas', 'दुपट्टा'],
    ['lehenga', 'lehnga', 'lahenga', 'लहंगा'],
    ['jutti', 'juti', 'jutee', 'jooti', 'जूती'],
    ['ghee', 'ghi', 'घी'],
    ['idli', 'idly', 'idlee', 'idlis', 'इडली'],
    ['dosa', 'dosai', 'dosaa', 'डोसा'],
    ['roti', 'rotee', 'rothi', 'रोटी'],
    ['lota', 'lotaa', 'lotah', 'लोटा'],
    ['belan', 'belaan', 'बेलन'],
    ['chakla', 'chakala', 'chaklaa', 'चकला'],
    ['salwar', 'salvar', 'shalwar', 'सलवार'],
    ['pajama', 'pyjama', 'pyjamas', 'पजामा'],
    ['phulkari', 'fulkari', 'phulkaari'],
    ['24cm', '24 cm', '24-cm', '24 CM', '24 centimetres', '२४ सेमी', '24\u200bcm'],
    ['1200 w', '1,200 W', '1200watt'],
    ['1.5 l', '1.50 litres', '1.5ltr'],
    ['box', 'boxes'],
    ['men', 'mens', 'men’s', 'man'],
    ['colour', 'color', 'colours'],
    ['café', 'cafe', 'CAFÉ', 'cafe\u0301'],
  ])('%s', (word, ...others) => {
    for (const other of others) expect([other, fold(other)]).toEqual([other, fold(word)]);
  });
});

it.each([
  ['thin', 'tin'],
  ['teen', 'tin'],
  ['deep', 'dip'],
  ['shirt', 'skirt'],
  ['sheet', 'shirt'],
  ['bath', 'bat'],
  ['west', 'vest'],
  ['wine', 'vine'],
  ['pool', 'pull'],
  ['tally', 'thali'],
  ['dinner', 'diner'],
  ['kadhi', 'kadhai'],
  ['kurta', 'kurti'],
  ['lota', 'lotus'],
  ['24 cm', '24 ml'],
  ['24 cm', '240 cm'],
])('%s and %s stay different words', (one, other) => expect(fold(one)).not.toEqual(fold(other)));

/** Common Hindi words of kitchens and wardrobes, and the word of titles. */
const hindi =
  'तांबा copper, पीतल brass, कांसा bronze, लोहा iron, स्टील steel, चांदी silver, मिट्टी clay, लकड़ी wood, कांच glass, चमड़ा leather, सूती cotton, रेशम silk, ऊन wool, लिनन linen, खादी khadi, बर्तन cookware, कुकवेयर cookware, रसोई kitchen, टिफिन tiffin, बोतल bottle, पानी water, प्याला cup, मग mug, प्लेट plate, कटोरी bowl, चम्मच spoon, करछी ladle, चाकू knife, कैंची scissors, कुकर cooker, केतली kettle, कद्दूकस grater, ओखली mortar, चिमटा tongs, ढक्कन lid, मिक्सर mixer, ग्राइंडर grinder, जार jar, टोकरी basket, झोला bag, चावल rice, दाल dal, नमक salt, बिरयानी biryani, महिला women, महिलाओं women, पुरुष men, बच्चे kids, कपड़े clothing, कुर्ती kurti, ओढ़नी dupatta, चोली choli, धोती dhoti, लुंगी lungi, शेरवानी sherwani, जैकेट jacket, स्वेटर sweater, शॉल shawl, टोपी hat, जूते shoes, चप्पल sandals, बटुआ wallet, झुमका earrings, कंगन bangles, अंगूठी ring, स्कर्ट skirt, तौलिया towel, परदा curtain, लाल red, नीला blue, हरा green, काला black, सफेद white';

it.each(hindi.split(', ').map((pair) => pair.split(' ') as [string, string]))('%s is %s', (word, english) =>
  expect(fold(word)).toEqual(fold(english)),
);

it.each([
  ['तांबे', 'तांबा'],
  ['ताम्बे', 'तांबा'],
  ['साड़ियाँ', 'साड़ी'],
  ['कटोरियों', 'कटोरी'],
  ['बोतलें', 'बोतल'],
  ['चम्मचों', 'चम्मच'],
  ['महिलाओं', 'महिला'],
  ['महिलाएँ', 'महिला'],
  ['पुरुषों', 'पुरुष'],
  ['कपड़ों', 'कपड़ा'],
  ['नीली', 'नीला'],
  ['काँच', 'कांच'],
])('the form %s folds to the same as %s', (form, base) => expect(fold(form)).toEqual(fold(base)));

it.each([
  ['घड़ी', 'watch'],
  ['घड़ा', 'matka'],
  ['कुर्ती', 'kurti'],
  ['मसालदान', 'masala dabba'],
  ['कढ़छी', 'ladle'],
  ['करछी, चमचे और पलटे', 'cooking utensils'],
  ['किचन स्टोरेज और डिब्बे', 'kitchen storage and containers'],
  ['धीमी आँच', 'slow cooking'],
])('%s is %s', (hindi, english) => expect(fold(hindi)).toEqual(fold(english)));

it('leaves out Hindi words that name nothing', () => {
  expect(fold('महिलाओं के लिए सूती की साड़ी')).toEqual(fold('women cotton saree'));
});

describe('a query', () => {
  async function find(q: string, titles: readonly string[]) {
    async function* listBatches() {
      yield { products: titles.map((title) => ({ id: title, title, regularPrice: 1 })), total: titles.length };
    }
    return (await (await createProductIndex(listBatches())).search({ q })).data.map(({ title }) => title);
  }
  const shop = [
    'Steel Lunch Box',
    'Kids Lunchbox',
    'Masala Dabba',
    'Carpet',
    'Car Seat for a Pet',
    'Tawa 24 cm',
    'Skirt',
  ];

  it.each([
    ['lunchbox', 'lunch box', ['Steel Lunch Box', 'Kids Lunchbox']],
    ['lunchboxes', 'box lunch', ['Steel Lunch Box']],
    ['masaladabba', 'masala daba', ['Masala Dabba']],
    ['tawa 24cm', '24 cm tava', ['Tawa 24 cm']],
  ])('%s and %s find the same products', async (one, other, titles) => {
    expect(await find(one, shop)).toEqual(expect.arrayContaining(titles));
    expect(await find(other, shop)).toEqual(expect.arrayContaining(titles));
  });

  it('finds the same order for joined and split words', async () => {
    expect(await find('lunchbox', shop)).toEqual(await find('lunch box', shop));
  });

  it.each(['shirt', 'water bottle', 'car pet shop', 'tawa 26 cm', 'blue tin', 'xylophone'])(
    'finds no other product for %s',
    async (q) => expect(await find(q, shop)).toEqual([]),
  );

  it.each([
    ['जूते', ['Leather Footwear', 'Running Shoes']],
    ['थैला', ['Canvas Tote']],
    ['कैनवस के थैले', ['Canvas Tote']],
  ])('finds every word that titles use for %s', async (q, titles) => {
    const found = await find(q, ['Canvas Tote', 'Leather Footwear', 'Running Shoes', 'Steel Bowl']);
    expect(found.sort()).toEqual(titles);
  });

  it('finds no blue cotton shirt for a saree, and no jacket in bottle green for a bottle', async () => {
    expect(await find('blue cotton saree', ['Blue Cotton Shirt'])).toEqual([]);
    async function* listBatches() {
      const attributes = [{ key: 'color', value: ['Bottle Green'] }];
      yield { products: [{ id: '1', title: 'Nehru Jacket', regularPrice: 1, attributes }], total: 1 };
    }
    const index = await createProductIndex(listBatches());
    expect((await index.search({ q: 'bottle' })).data).toEqual([]);
    expect((await index.search({ q: 'green jacket' })).data).toHaveLength(1);
    expect((await index.search({ q: 'bottle green jacket' })).data).toHaveLength(1);
  });
});
