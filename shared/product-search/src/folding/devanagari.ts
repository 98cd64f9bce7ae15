/** Hindi words and the words that titles in Latin letters use for them. Keys have no nukta: the folding removes it. */
const wordText = `
तांबा copper, ताँबा copper, ताम्बा copper, ताम्र copper, पीतल brass, कांसा bronze, काँसा bronze, कांस्य bronze, लोहा iron, लोहे iron, स्टील steel,
इस्पात steel, चांदी silver, चाँदी silver, सोना gold, सुनहरा gold, मिट्टी clay, पत्थर stone, संगमरमर marble, लकड़ी wood, कांच glass, काँच glass,
शीशा glass, चमड़ा leather, चमड़े leather, सूती cotton, कपास cotton, रेशम silk, रेशमी silk, ऊन wool, ऊनी wool, लिनन linen, सन linen, खादी khadi, एल्युमिनियम aluminium,
बर्तन cookware, बरतन cookware, कुकवेयर cookware, रसोई kitchen, किचन kitchen, भंडारण storage, स्टोरेज storage, डिब्बा dabba, डिब्बे dabba, मसालेदान masala dabba,
टिफिन tiffin, बोतल bottle, पानी water, गिलास glass, प्याला cup, कप cup, मग mug, थाली thali, प्लेट plate, कटोरा bowl, कटोरी bowl, चम्मच spoon, चमचा spoon, करछी ladle,
करछुल ladle, चाकू knife, छुरी knife, कैंची scissor, चकला chakla, बेलन belan, तवा tawa, कढ़ाई kadhai, कड़ाही kadhai, पतीला patila, भगोना patila, हांडी handi, हाँडी handi,
लोटा lota, घड़ा matka, मटका matka, सुराही surahi, कुकर cooker, प्रेशर pressure, पैन pan, केतली kettle, छलनी sieve, छन्नी sieve, कद्दूकस grater, ओखली mortar, मूसल pestle,
सिलबट्टा grindstone, चिमटा tongs, ढक्कन lid, मिक्सर mixer, ग्राइंडर grinder, टोस्टर toaster, ओवन oven, जार jar, मर्तबान jar, टोकरी basket, थैला bag, झोला bag, बैग bag,
चाय chai, कॉफी coffee, घी ghee, मसाला masala, रोटी roti, डोसा dosa, इडली idli, बिरयानी biryani, चावल rice, दाल dal, नमक salt, मिर्च pepper, तेल oil,
महिला women, महिलाएं women, महिलाएँ women, महिलाओं women, औरत women, औरतों women, स्त्री women, लेडीज women, पुरुष men, पुरुषों men, आदमी men, मर्द men, मर्दाना men, बच्चे kid, बच्चा kid, बच्चों kid,
कपड़ा clothing, कपड़े clothing, वस्त्र clothing, पोशाक dress, कुर्ता kurta, कुर्ते kurta, कुर्ती kurti, साड़ी saree, साड़ियां saree, साड़ियाँ saree, दुपट्टा dupatta, दुपट्टे dupatta, ओढ़नी dupatta,
लहंगा lehenga, चोली choli, सलवार salwar, कमीज shirt, कमीज़ shirt, शर्ट shirt, पजामा pajama, पायजामा pajama, धोती dhoti, लुंगी lungi, शेरवानी sherwani, जैकेट jacket, कोट coat,
स्वेटर sweater, शॉल shawl, शाल shawl, चादर sheet, स्टोल stole, स्कार्फ scarf, टोपी hat, पगड़ी turban, जूती jutti, जूता shoe, जूते shoe, चप्पल sandal, सैंडल sandal, मोजरी mojari,
मोजा sock, मोजे sock, बटुआ wallet, पर्स purse, बेल्ट belt, गहना jewellery, गहने jewellery, आभूषण jewellery, झुमका earring, झुमके earring, बाली earring, कंगन bangle, चूड़ी bangle, चूड़ियां bangle,
अंगूठी ring, हार necklace, पायल anklet, स्कर्ट skirt, पतलून trouser, पैंट pant, एप्रन apron, तौलिया towel, परदा curtain, पर्दा curtain, तकिया pillow, दरी rug, कालीन carpet,
लाल red, नीला blue, नीली blue, हरा green, हरी green, पीला yellow, पीली yellow, काला black, काली black, सफेद white, गुलाबी pink, नारंगी orange, भूरा brown, बैंगनी purple,
दीया diya, दीपक diya, अगरबत्ती agarbatti, पूजा puja, कलश kalash, औजार tool, औजारों tool, उपकरण appliance, अप्लायंस appliance, एप्लायंस appliance, खास specialty, विशेष specialty, सहायक accessory, एक्सेसरीज accessory
`;

/** Hindi names of categories that do not consist of the words above, and their English names. */
const phraseText = `
खाना पकाने के बर्तन: cooking utensils
किचन स्टोरेज और डिब्बे: kitchen storage and containers
`;

const nukta = /\u093c/g;
const plain = (text: string) => text.normalize('NFKD').replace(nukta, '');

const words: ReadonlyMap<string, string> = new Map(
  wordText
    .trim()
    .split(/,\s*/)
    .map((entry) => {
      const [hindi = '', ...latin] = entry.trim().split(' ');
      return [plain(hindi), latin.join(' ')];
    }),
);

const phrases: readonly (readonly [hindi: RegExp, english: string])[] = phraseText
  .trim()
  .split('\n')
  .map((line) => line.split(': '))
  .map(([hindi = '', english = '']) => [new RegExp(plain(hindi).replaceAll(' ', '\\s+'), 'gu'), english]);

/**
 * Replaces Hindi names of several words by their English names.
 *
 * @param text Letters without nukta and joiners.
 */
export const replacePhrases = (text: string): string =>
  phrases.reduce((replaced, [hindi, english]) => replaced.replace(hindi, english), text);

const consonants: Readonly<Record<string, string>> = {
  ...{
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
  },
  ...{
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
  },
  ...{ श: 'sh', ष: 'sh', स: 's', ह: 'h' },
};
const vowels: Readonly<Record<string, string>> = {
  ...{ अ: 'a', आ: 'aa', इ: 'i', ई: 'ee', उ: 'u', ऊ: 'oo', ऋ: 'ri', ए: 'e', ऐ: 'ai', ऑ: 'o', ओ: 'o', औ: 'au', ऍ: 'e' },
  ...{
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
  },
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
 * @param word Letters without nukta, joiners and spaces.
 * @example toLatinWords('तांबा') // ['copper']
 */
export function toLatinWords(word: string): string[] {
  return (words.get(word) ?? spellInLatin(word)).split(' ').filter(Boolean);
}
