import { planSearch, type Vocabulary } from './search-plan';

it('looks eight words of a query up, and compares three unknown ones with similar words', async () => {
  const calls: Record<string, readonly string[]> = {};
  const vocabulary: Vocabulary = {
    findKnown: async (terms) => {
      calls.known = terms;
      return new Set();
    },
    findDescribed: async () => new Set(),
    findSimilar: async (words) => {
      calls.similar = words;
      return new Map();
    },
  };
  const words = [
    'qorvanex',
    'blimtoza',
    'trusknop',
    'yelmadri',
    'fanquist',
    'grobnale',
    'wixmurda',
    'zephkoru',
    'nadvilto',
    'plorgesh',
  ];
  const plan = await planSearch(words.join(' '), vocabulary);
  expect(plan?.wordCount).toBe(8);
  expect(calls.similar).toHaveLength(3);
  expect(calls.known?.length).toBeLessThan(200);
});
