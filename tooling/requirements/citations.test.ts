import { findBrokenCitations } from './citations';
import { listSourceFiles, readText } from './repository';

it('accepts citations of existing sections, headings and interpretations', () => {
  const source = `
    /** Specification 2 "Header" and 9; Interpretations 7, 8 and 37. */
    /** Specification 4, 5 and 8. Interpretation "Route owners". */`;
  expect(findBrokenCitations(source)).toEqual([]);
});

it('reports sections, headings and interpretations that do not exist', () => {
  const cited = (name: string, rest: string) => ` * @see ${name} ${rest}`;
  const source = [
    cited('Specification', '2 "Kitchen" and 12'),
    cited('Interpretations', '7 and\n * 38'),
    cited('Interpretation', '"Nobody"'),
  ].join('\n');
  expect(findBrokenCitations(source).map((fault) => fault.split(': there is no ')[1])).toEqual([
    'specification 2 "Kitchen"',
    'specification 12',
    'interpretation 38',
    'interpretation "Nobody"',
  ]);
});

it('finds no broken citation in the sources', () => {
  const files = listSourceFiles().filter((file) => !file.startsWith('tooling/requirements/citations.'));
  expect(files.flatMap((file) => findBrokenCitations(readText(file)).map((fault) => `${file}: ${fault}`))).toEqual([]);
});
