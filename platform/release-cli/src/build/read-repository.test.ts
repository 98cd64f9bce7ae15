import { readRepository } from './read-repository';

test.each([
  ['a URL', { repository: 'https://git.example/reviews' }, 'https://git.example/reviews'],
  [
    'an object of npm',
    { repository: { url: 'git+https://git.example/reviews.git' } },
    'https://git.example/reviews.git',
  ],
  ['a URL with credentials', { repository: { url: 'https://asha:secret@git.example/r' } }, 'https://git.example/r'],
  ['nothing', {}, ''],
])('reads the repository from %s, without credentials', (_, packageJson, url) => {
  expect(readRepository(packageJson)).toBe(url);
});
