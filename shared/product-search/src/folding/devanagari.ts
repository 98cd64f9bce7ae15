/**
 * Hindi words and the words that titles in Latin letters use for them, the most common one first: `जूता shoe/footwear`. `-` stands for a
 * word that names nothing, such as "for". Keys are base forms without nukta. `listForms` finds the others.
 */
const wordText = `
का -, को -, में -, से -, पर -, और -, व -, या -, लिए -, लिये -, वाला -, साथ -,
तांबा copper, ताम्र copper, पीतल brass, कांसा bronze, कांस्य bronze, लोहा iron, ढलवां cast, स्टील steel, स्टेनलेस stainless, इस्पात steel, चांदी silver, सोना gold,
सुनहरा gold, मिट्टी clay/terracotta, पत्थर stone/granite, संगमरमर marble, लकड़ी wood/wooden/teak/rosewood/walnut, सागौन teak, शीशम rosewood, कांच glass, शीशा glass/mirror,
चमड़ा leather, सूती cotton, सूत cotton, कपास cotton, कॉटन cotton, रेशम silk, रेशमी silk, सिल्क silk, ऊन wool, ऊनी wool/woollen, लिनन linen, सन linen, खादी khadi, डेनिम denim, कैनवस canvas,
एल्युमिनियम aluminium, प्लास्टिक plastic, सिलिकॉन silicone,
बर्तन cookware/utensil/vessel/pot, बरतन cookware/utensil/vessel/pot, कुकवेयर cookware, रसोई kitchen, रसोईघर kitchen, किचन kitchen, भंडारण storage, स्टोरेज storage,
डिब्बा dabba/canister/box/container, बॉक्स box, मसालदान masala dabba, मसालेदान masala dabba, मसालादान masala dabba, टिफिन tiffin, लंच lunch, बोतल bottle, पानी water, गिलास glass/tumbler,
प्याला cup/mug, कप cup, मग mug, थाली thali/plate, तश्तरी plate/saucer, प्लेट plate, कटोरा bowl, कटोरी bowl/katori, चम्मच spoon, चमचा spoon, करछी ladle, करछुल ladle, कलछी ladle, कड़छी ladle,
कढ़छी ladle, पलटा spatula/turner, स्पैटुला spatula, झारा skimmer, झरनी skimmer, मथनी whisk, फेंटनी whisk, व्हिस्क whisk, मैशर masher, चाकू knife, छुरा knife, कैंची scissor, चकला chakla,
बेलन belan, तवा tawa, कढ़ाई kadhai, कड़ाही kadhai, कड़ाई kadhai, पतीला patila/saucepan/stockpot, भगोना patila/saucepan/stockpot, डेगची patila/stockpot/pot, हांडी handi/pot, लोटा lota,
घड़ा matka, मटका matka, सुराही surahi, कुकर cooker, प्रेशर pressure, पैन pan, फ्राइंग frying, केतली kettle, छलनी sieve/strainer, छन्नी sieve/strainer, चलनी sieve/strainer, कद्दूकस grater,
ओखली mortar, खल mortar, मूसल pestle, सिलबट्टा grindstone/mortar, चिमटा tongs, ढक्कन lid, मिक्सर mixer, मिक्सी mixer, ग्राइंडर grinder, ब्लेंडर blender, टोस्टर toaster, ओवन oven, स्टीमर steamer,
जार jar, मर्तबान jar/crock, बरनी jar/crock, टोकरी basket, थैला bag/tote, झोला bag/tote, बैग bag, एप्रन apron, तौलिया towel, दस्ताना glove/mitt,
चाय chai/tea, कॉफी coffee, घी ghee, मसाला masala/spice, रोटी roti, डोसा dosa, इडली idli, बिरयानी biryani, चावल rice, दाल dal/lentil, नमक salt, मिर्च pepper/chilli, तेल oil, केक cake,
आटा flour, चीनी sugar, दूध milk, अचार pickle,
पीसना grinding, पिसाई grinding, कूटना grinding, बेलना rolling, काटना cutting/chopping, नापना measuring, मापना measuring, नाप measuring, माप measuring, मिलाना mixing, पकाना cooking, कुकिंग cooking,
नाश्ता breakfast, गर्म hot, गरम garam/hot, पेय drink, दक्षिण south, साउथ south, भारतीय indian, इंडियन indian, रोज़ everyday, रोजाना everyday, रोजमर्रा everyday,
महिला women, औरत women, स्त्री women, लेडीज women, पुरुष men, आदमी men, मर्द men, मर्दाना men, जेंट्स men, बच्चा kid, लड़का boy/kid, लड़की girl/kid, एथनिक ethnic, वियर wear,
कपड़ा clothing/cloth, वस्त्र clothing, परिधान clothing, पोशाक dress, ड्रेस dress, कुर्ता kurta, कुर्ती kurti/kurta/tunic, साड़ी saree, दुपट्टा dupatta, चुन्नी dupatta, चुनरी dupatta, ओढ़नी dupatta,
लहंगा lehenga, चोली choli/blouse, ब्लाउज blouse, सलवार salwar, कमीज shirt/kameez, शर्ट shirt, टीशर्ट tee, पजामा pajama/trouser, पायजामा pajama/trouser, प्लाजो palazzo, धोती dhoti, लुंगी lungi, शेरवानी sherwani,
जैकेट jacket, बंडी jacket, कोट coat/jacket, स्वेटर sweater/jumper, शॉल shawl/stole, शाल shawl/stole, चादर sheet, स्टोल stole, स्कार्फ scarf/stole, टोपी hat/cap, टोप hat, पगड़ी turban, श्रग shrug,
जूती jutti, जूता shoe/footwear, चप्पल sandal/slipper/chappal/footwear, सैंडल sandal, मोजरी mojari, मोजा sock, बटुआ wallet, पर्स purse/wallet/bag, वॉलेट wallet, बेल्ट belt, चश्मा sunglasses, घड़ी watch,
गहना jewellery, आभूषण jewellery, जेवर jewellery, ज्वेलरी jewellery, झुमका earring, बाली earring, कंगन bangle, चूड़ी bangle, अंगूठी ring, हार necklace, पायल anklet,
स्कर्ट skirt, पतलून trouser, पैंट pant/trouser, जींस jeans, परदा curtain, पर्दा curtain, तकिया pillow, दरी rug, कालीन carpet, सोफा sofa, मेज table, कुर्सी chair/armchair, मोमबत्ती candle, गमला pot,
लाल red, नीला blue, हरा green, पीला yellow, काला black, सफेद white, गुलाबी pink, नारंगी orange, भूरा brown, बैंगनी purple, स्लेटी grey, छपाई print, कढ़ाईदार embroidered, धारीदार striped,
दीया diya, दीपक diya, अगरबत्ती agarbatti, पूजा puja, कलश kalash, औजार tool, टूल tool, उपकरण appliance, अप्लायंस appliance, एप्लायंस appliance, खास specialty, विशेष specialty,
सहायक accessory, एक्सेसरीज accessory, बिजली electric, उपहार gift, तोहफा gift
`;

/** Hindi names of several words that mean more than their words, and their English names. */
const phraseText = `
करछी, चमचे और पलटे: cooking utensils
खाना पकाने के बर्तन: cooking utensils
किचन स्टोरेज और डिब्बे: kitchen storage and containers
रसोई के औजार: kitchen tools
रसोई के उपकरण: kitchen appliances
धीमी आंच: slow cooking
काली मिर्च: pepper
टी शर्ट: tee
चीनी मिट्टी: ceramic
`;

const nukta = /\u093c/g;
const chandrabindu = /\u0901/g;
/** A nasal consonant before a consonant of its place, which is also written as a dot: ताम्बा and तांबा. */
const nasalBeforeConsonant = /ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])/g;

/** Gives the spellings of one word the same letters. */
const plain = (text: string) =>
  text.normalize('NFKD').replace(nukta, '').replace(chandrabindu, 'ं').replace(nasalBeforeConsonant, 'ं');

/** A Latin word that stands for a Hindi one, and other words that titles use in its place. */
export interface LatinWord {
  word: string;
  synonyms: readonly string[];
}

const words: ReadonlyMap<string, readonly LatinWord[]> = new Map(
  wordText
    .trim()
    .split(/,\s*/)
    .map((entry) => {
      const [hindi = '', ...latin] = entry.trim().split(' ');
      const meaning = latin
        .filter((names) => names !== '-')
        .map((names) => names.split('/'))
        .map(([word = '', ...synonyms]) => ({ word, synonyms }));
      return [plain(hindi), meaning];
    }),
);

const phrases: readonly (readonly [hindi: RegExp, english: string])[] = phraseText
  .trim()
  .split('\n')
  .map((line) => line.split(': '))
  .map(([hindi = '', english = '']) => [new RegExp(plain(hindi).replaceAll(' ', '[\\s-]+'), 'gu'), english]);

/** Replaces Hindi names of several words by their English names. */
export const replacePhrases = (text: string): string =>
  phrases.reduce((replaced, [hindi, english]) => replaced.replace(hindi, english), plain(text));

/** Endings of plurals, of cases and of feminine adjectives, and the ending of the base form. */
const endings: readonly (readonly [ending: RegExp, base: string])[] = [
  [/िय(?:ां|ों)$/, 'ी'],
  [/(?:े|ों|ी)$/, 'ा'],
  [/(?:ें|ों|एं|ओं)$/, ''],
];

/** Lists a word and the base forms that it may be a form of: तांबे of तांबा, साड़ियां of साड़ी, बोतलें of बोतल. */
const listForms = (word: string): string[] => [
  word,
  ...endings.filter(([ending]) => ending.test(word)).map(([ending, base]) => word.replace(ending, base)),
];

const consonants: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
};
const vowels: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'aa',
  इ: 'i',
  ई: 'ee',
  उ: 'u',
  ऊ: 'oo',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ऑ: 'o',
  ओ: 'o',
  औ: 'au',
  ऍ: 'e',
  'ा': 'aa',
  'ि': 'i',
  'ी': 'ee',
  'ु': 'u',
  'ू': 'oo',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ॉ': 'o',
  'ो': 'o',
  'ौ': 'au',
  'ॅ': 'e',
};
const virama = '्';
const isNasal = (letter: string) => letter === 'ं' || letter === 'ँ';

/** A consonant, if any, and the vowel after it. */
interface Syllable {
  consonant: string;
  vowel: string;
  /** The vowel is not written. */
  isInherent: boolean;
}

/** Writes a word of Devanagari letters as Hindi says it: a vowel that is not written is silent at the end and before a long syllable. */
function spellInLatin(word: string): string {
  const syllables: Syllable[] = [];
  for (const letter of word) {
    const last = syllables.at(-1);
    const consonant = consonants[letter];
    const vowel = vowels[letter];
    if (consonant) syllables.push({ consonant, vowel: 'a', isInherent: true });
    else if (vowel && /\p{M}/u.test(letter) && last) Object.assign(last, { vowel, isInherent: false });
    else if (vowel) syllables.push({ consonant: '', vowel, isInherent: false });
    else if (letter === virama && last) Object.assign(last, { vowel: '', isInherent: false });
    else if (isNasal(letter) && last) Object.assign(last, { vowel: `${last.vowel}n`, isInherent: false });
  }
  const end = syllables.at(-1);
  if (end?.isInherent && syllables.length > 1) end.vowel = '';
  for (let index = syllables.length - 2; index > 0; index--) {
    const [before, syllable, after] = syllables.slice(index - 1, index + 2);
    if (syllable?.isInherent && before?.vowel && after?.vowel && after.consonant) syllable.vowel = '';
  }
  return syllables.map(({ consonant, vowel }) => consonant + vowel).join('');
}

/**
 * Brings a word of Devanagari letters to the Latin words of titles: by the table of common words, else by its sound.
 *
 * @param word Letters without joiners and spaces.
 * @returns No word for one that names nothing, such as "for".
 * @example toLatinWords('तांबे') // [{ word: 'copper', synonyms: [] }]
 * @example toLatinWords('जूते') // [{ word: 'shoe', synonyms: ['footwear'] }]
 */
export function toLatinWords(word: string): readonly LatinWord[] {
  const known = listForms(plain(word)).find((form) => words.has(form));
  return (known !== undefined && words.get(known)) || [{ word: spellInLatin(word), synonyms: [] }];
}
