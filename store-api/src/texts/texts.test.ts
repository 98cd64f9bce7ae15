import { readdirSync } from 'node:fs';
import { languages } from './texts';

test('the store API has every language whose catalogue is in the folder', () => {
  const catalogs = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));
  expect([...languages].sort()).toEqual(catalogs.map((file) => file.replace('.json', '')).sort());
});
