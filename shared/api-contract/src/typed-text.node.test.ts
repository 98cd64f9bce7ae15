import fc from 'fast-check';
import {
  formatTypedPhone,
  normalizeText,
  readAmount,
  readCardExpiry,
  readEmail,
  readMobileNumber,
  readOrderNumber,
  readPhone,
  readPinCode,
  readQuantity,
  readUpiId,
  removeUnstorable,
} from './typed-text';

it.each([
  ['pasted with bidi marks', '\u202a+91 98765 43210\u202c', '9876543210'],
  ['with isolates and joiners', '\u2066+91\u200d 98765\u200b43210\u2069', '9876543210'],
  ['with a soft hyphen and a byte order mark', '\ufeff98765\u00ad43210', '9876543210'],
  ['with variation selectors, as emoji digits', '9\ufe0f\u20e38\ufe0f\u20e3765 43210', '9876543210'],
  ['with no-break and ideographic spaces', '+91\u00a098765\u202f\u300043210', '9876543210'],
  ['with every dash', '98–76—5‐4‑3−210', '9876543210'],
  ['with a line break', '98765\r\n43210', '9876543210'],
  ['in Devanagari', '९८७६५४३२१०', '9876543210'],
  ['in Devanagari with the country code', '+९१ ९८७६५-४३२१०', '9876543210'],
  ['in Tamil', '௯௮௭௬௫௪௩௨௧௦', '9876543210'],
  ['in full width', '＋９１　９８７６５４３２１０', '9876543210'],
  ['as a link', 'tel:+91-98765-43210', '9876543210'],
  ['with a label', 'Phone: 98765 43210', '9876543210'],
  ['with an abbreviated label', 'Mob. no.- 098765 43210.', '9876543210'],
  ['with a Hindi label', 'फ़ोन नंबर: ९८७६५ ४३२१०', '9876543210'],
  ['with a place', '98765 43210 (home)', '9876543210'],
  ['with a trunk prefix in parentheses', '+91 (0) 98765 43210', '9876543210'],
  ['with brackets', '(+91) 98765 43210', '9876543210'],
  ['with a repeated country code', '+91+919876543210', '9876543210'],
  ['with an international prefix', '0091-98450-12345', '9845012345'],
  ['that begins with 91', '9145012345', '9145012345'],
  ['with dots', '98765.43210', '9876543210'],
  ['of a landline', '020-2567 1234', '2025671234'],
  ['of another country', '+44 20 7946 0000', '442079460000'],
  ['that is too short', '+91', undefined],
  ['that is two numbers', '9876543210 / 9876543211', undefined],
  ['with an extension', '98765 43210 ext 5', undefined],
  ['that is an e-mail address', 'cook123456@example.com', undefined],
  ['without a digit', 'call me', undefined],
  ['that is blank', ' \u200b ', undefined],
])('reads a phone number %s: %j is %p [R.24-2]', (_kind, text, digits) => {
  expect(readPhone(text)).toBe(digits);
});

it.each([
  ['098765 43210', '+919876543210', '098765 43210'],
  ['\u202atel:+९१ 98765–43210\u202c', '+919876543210', '+91 98765-43210'],
  ['+65 6123 4567', undefined, '+65 6123 4567'],
  ['+91 98765432', undefined, '+91 98765432'],
  ['+91 987654321', undefined, '+91 987654321'],
  ['0091 98765432', undefined, '0091 98765432'],
  ['+91 (0) 98765432', undefined, '+91 (0) 98765432'],
  ['+९१ ९८७६५४३२', undefined, '+91 98765432'],
  ['+91 91987 65432', '+919198765432', '+91 91987 65432'],
  ['+91+91 91987 65432', '+919198765432', '+91+91 91987 65432'],
  ['00 91 (0) 98765 43210', '+919876543210', '00 91 (0) 98765 43210'],
  ['91987 65432', '+919198765432', '91987 65432'],
  ['020 2567 1234', undefined, '020 2567 1234'],
  [' ask the guard 12 ', undefined, 'ask the guard 12'],
])('tells whether %j is an Indian mobile number and keeps its notation', (text, mobile, written) => {
  expect(readMobileNumber(text)).toBe(mobile);
  expect(formatTypedPhone(text)).toBe(written);
});

it.each([
  ['with an invisible space', '411001\u200b', '411001'],
  ['in Devanagari', '४११००१', '411001'],
  ['in Arabic digits', '٤١١٠٠١', '411001'],
  ['with a space', '411 001', '411001'],
  ['with an en dash', '411–001', '411001'],
  ['with a label', 'PIN: 411001.', '411001'],
  ['with a Hindi label', 'पिन कोड ४११००१', '411001'],
  ['after a place', 'Pune – 411 001, Maharashtra', '411001'],
  ['of seven digits', '4110011', undefined],
  ['that begins with 0', '041100', undefined],
  ['with letters inside', '4110O1', undefined],
  ['that is blank', '', undefined],
])('reads a PIN code %s: %j is %p', (_kind, text, pin) => {
  expect(readPinCode(text)).toBe(pin);
});

it.each([
  ['with a hash', '#TT-7Q2M9KX4HB', 'TT-7Q2M9KX4HB'],
  ['with a label', 'Order TT-7Q2M9KX4HB', 'TT-7Q2M9KX4HB'],
  ['with a longer label', 'Your order no.: #TT-7Q2M9KX4HB', 'TT-7Q2M9KX4HB'],
  ['with a Hindi label', 'ऑर्डर नंबर TT-7Q2M9KX4HB', 'TT-7Q2M9KX4HB'],
  ['with an en dash', 'TT–7Q2M9KX4HB', 'TT-7Q2M9KX4HB'],
  ['with a full stop', 'TT-7Q2M9KX4HB.', 'TT-7Q2M9KX4HB'],
  ['in quotes', '“TT-7Q2M9KX4HB”', 'TT-7Q2M9KX4HB'],
  ['in lower case', 'tt-7q2m9kx4hb', 'tt-7q2m9kx4hb'],
  ['with bidi marks', '\u202aTT-7Q2M9KX4HB\u202c', 'TT-7Q2M9KX4HB'],
  ['in full width', 'ＴＴ－７Ｑ２Ｍ９ＫＸ４ＨＢ', 'TT-7Q2M9KX4HB'],
  ['from a link', 'https://shop.example/track-order?id=TT-7Q2M9KX4HB&x=1', 'TT-7Q2M9KX4HB'],
  ['of another shop', 'ORD-2026/15?', 'ORD-2026/15?'],
  ['that is the word itself', 'order', 'order'],
  ['that is blank', ' \u200b', ''],
])('reads an order number %s: %j is %p', (_kind, text, number) => {
  expect(readOrderNumber(text)).toBe(number);
});

it.each([
  ['with spaces', ' asha@example.com ', 'asha@example.com'],
  ['with an invisible space', 'asha@example.com\u200b', 'asha@example.com'],
  ['as a link', 'mailto:asha@example.com?subject=Hi', 'asha@example.com'],
  ['with a name', 'Asha Rao <Asha@Example.com>', 'Asha@Example.com'],
  ['with a label', 'E-mail: asha@example.com.', 'asha@example.com'],
  ['with spaces around the at sign', 'asha @ example. com', 'asha@example.com'],
  ['with a full-width at sign', 'asha＠example.com', 'asha@example.com'],
  ['with other digits', 'asha१२@example.com', 'asha12@example.com'],
  ['with an apostrophe', "o'brien@example.com", "o'brien@example.com"],
  ['without a dot', 'asha@localhost', undefined],
  ['of two people', 'a@example.com, b@example.com', undefined],
  ['that is a name', 'asha', undefined],
  ['with a space in the name', 'asha rao@example.com', undefined],
  ['with a word after it', 'asha@example.com please', undefined],
  ['with a label without a mark', 'Email asha@example.com', 'asha@example.com'],
])('reads an e-mail address %s: %j is %p', (_kind, text, email) => {
  expect(readEmail(text)).toBe(email);
});

it.each([
  ['name@bank', 'name@bank'],
  ['UPI: name.1-x @ okhdfcbank', 'name.1-x@okhdfcbank'],
  ['upi://pay?pa=name@bank&pn=Asha', 'name@bank'],
  ['९८७६५४३२१०@upi\u200b', '9876543210@upi'],
  ['My UPI id is name@okaxis.', 'name@okaxis'],
  ['name', undefined],
  ['name@gmail.com', undefined],
  ['name @ gmail.co.in', undefined],
  ['name@ok-axis', undefined],
  ['name@ok_axis', undefined],
  ['name@bank@other', undefined],
  ['first+last@bank', undefined],
  ['one@bank two@bank', undefined],
])('reads the UPI id %j as %p', (text, id) => {
  expect(readUpiId(text)).toBe(id);
});

it.each([
  ['500', 500],
  ['५००', 500],
  ['5,000', 5000],
  ['₹500', 500],
  ['₹ 1,999.5', 1999.5],
  ['Rs. 1,23,456.00', 123456],
  ['Rs 5,000/-', 5000],
  ['500/-', 500],
  ['INR 500', 500],
  ['500 rupees only', 500],
  ['रु. ५००', 500],
  ['１，２３４', 1234],
  ['5\u202f000', 5000],
  ['1.234.567', undefined],
  ['5,00', undefined],
  ['-5', undefined],
  ['500-1000', undefined],
  ['1e3', undefined],
  ['cheap', undefined],
  ['₹', undefined],
  ['', undefined],
])('reads the amount %j as %p', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

it.each([
  ['12', 12],
  ['१२', 12],
  ['１２', 12],
  [' 12\u200b ', 12],
  ['1,000', 1000],
  ['x2', 2],
  ['3 pcs', 3],
  ['Qty: 4', 4],
  ['0', undefined],
  ['-3', undefined],
  ['1.5', undefined],
  ['two', undefined],
  ['99999999999999999999', undefined],
])('reads the quantity %j as %p', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity);
});

/** A text with noise between its characters that a person does not see. */
const noisy = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(
      text,
      fc.array(fc.constantFrom('\u200b', '\u200e', '\u202a', '\u2066', '\u00ad', '\ufeff', '\ufe0f', ''), {
        maxLength: 40,
      }),
    )
    .map(
      ([plain, noise]) =>
        [plain, [...plain].map((character, index) => character + (noise[index] ?? '')).join('')] as const,
    );

/** Writes ASCII digits in the script whose zero is given. */
const inScript = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const zeros = fc.constantFrom(
  0x30,
  0x660,
  0x6f0,
  0x966,
  0x9e6,
  0xa66,
  0xae6,
  0xbe6,
  0xc66,
  0xce6,
  0xd66,
  0xff10,
  0x1d7ce,
  0x1e950,
);
const mobiles = fc.integer({ min: 6_000_000_000, max: 9_999_999_999 }).map(String);
const prefixes = fc.constantFrom('', '0', '+91', '+91 ', '91-', '0091 ', 'tel:+91', 'Phone: ', '(+91) ');

it('reads no text that is long when it is normalized: one character becomes three dots', () => {
  expect(readMobileNumber(`${'…'.repeat(100)}9876543210`)).toBe('+919876543210');
  expect(readMobileNumber(`${'…'.repeat(390)}9876543210`)).toBeUndefined();
});

it('reads a mobile number in every script, with every prefix and any invisible characters', () => {
  fc.assert(
    fc.property(noisy(mobiles), prefixes, zeros, ([plain, text], prefix, zero) => {
      expect(readMobileNumber(inScript(prefix + text, zero))).toBe(`+91${plain}`);
    }),
  );
});

it('reads PIN codes, quantities and amounts in every script with any invisible characters', () => {
  const numbers = noisy(fc.integer({ min: 100_000, max: 999_999 }).map(String));
  fc.assert(
    fc.property(numbers, zeros, ([plain, text], zero) => {
      const typed = inScript(text, zero);
      expect(readPinCode(typed)).toBe(plain);
      expect(readQuantity(typed)).toBe(Number(plain));
      expect(readAmount(`₹${typed}`)).toBe(Number(plain));
    }),
  );
});

it('reads every amount that the shop prints', () => {
  const format = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (paise) => {
      expect(readAmount(format.format(paise / 100))).toBe(paise / 100);
    }),
  );
});

it('normalizes a normalized text to itself and reads any text without an error', () => {
  const readers = [
    readPhone,
    readMobileNumber,
    readPinCode,
    readOrderNumber,
    readEmail,
    readUpiId,
    readAmount,
    readQuantity,
  ];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const normal = normalizeText(text);
      expect(normalizeText(normal)).toBe(normal);
      for (const read of readers) expect(read(text)).toEqual(read(normal));
    }),
    { examples: [['e\u00ad\u0301']] },
  );
});

it('reads no text that is longer than any code', () => {
  expect(readPhone(`${' '.repeat(400)}9876543210`)).toBeUndefined();
  expect(readOrderNumber(` ${'T'.repeat(500)} `)).toBe('T'.repeat(500));
});

it.each([
  ['12/30', '12/30'],
  ['12/2030', '12/30'],
  ['1/30', '01/30'],
  ['1230', '12/30'],
  ['122030', '12/30'],
  ['203012', '12/30'],
  ['2030-12', '12/30'],
  ['12 – 30', '12/30'],
  ['१२/३०', '12/30'],
  ['Dec 2030', '12/30'],
  ['dec30', '12/30'],
  ['Sept. 2030', '09/30'],
  ['2030 December', '12/30'],
  ['31/12/2030', '12/30'],
  ['2030-12-31', '12/30'],
  ['31 Dec 2030', '12/30'],
  ['December 31, 2030', '12/30'],
  ['VALID THRU 12/30', '12/30'],
  ['Exp: 12/30', '12/30'],
  ['मई 2030', '05/30'],
  ['मार्च 2030', '03/30'],
  ['फ़रवरी 2030', '02/30'],
  ['फरवरी 2030', '02/30'],
  ['सितम्बर 2030', '09/30'],
  ['', undefined],
  ['12', undefined],
  ['12/3', undefined],
  ['13/30', undefined],
  ['00/30', undefined],
  ['12/1999', undefined],
  ['2030', undefined],
  ['soon', undefined],
  ['ma 2030', undefined],
  ['05/26 - 12/30', undefined],
  ['9'.repeat(10_000), undefined],
])('reads %j as the expiry %p of a card', (text, expiry) => expect(readCardExpiry(text)).toBe(expiry));

it.each([
  ['a\0b', 'ab'],
  ['\ud83da\ude00', 'a'],
  ['\ude00\ud83d', ''],
  ['😀 क्\u200dष\n\u200b', '😀 क्\u200dष\n\u200b'],
])('removes from %j only what the API refuses', (text, stored) => {
  expect(removeUnstorable(text)).toBe(stored);
});

it('removes everything that the API refuses, and nothing else', () => {
  // A pair is one character of two units here.
  const isStorable = (text: string) => [...text].every((character) => !/^[\0\ud800-\udfff]$/.test(character));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 0xffff }), (text, unit) => {
      const typed = `${text}${String.fromCharCode(unit)}${text}`;
      const stored = removeUnstorable(typed);
      expect(isStorable(stored)).toBe(true);
      if (isStorable(typed)) expect(stored).toBe(typed);
    }),
  );
});
