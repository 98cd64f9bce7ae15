import { findErrorCode, parseListPage } from './s3-client';

const wrap = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</ListBucketResult>`;
const entry = (key: string) =>
  `<Contents><Key>${key}</Key><ETag>&quot;0cc175b9c0f1b6a831c399e269772661&quot;</ETag><Size>1</Size></Contents>`;

test('a page with many keys gives all of them, and the token of the next page', () => {
  const keys = Array.from({ length: 1000 }, (_, index) => `r/mf-a/1.0.0-0123456789ab/${index}.js`);
  const page = wrap(
    `<IsTruncated>true</IsTruncated>${keys.map(entry).join('')}<NextContinuationToken>a+b=</NextContinuationToken>`,
  );
  expect(parseListPage(page)).toEqual({ keys, folders: [], nextToken: 'a+b=' });
});

test('a key keeps its text, whether it looks like a number, has an escaped sign or a line break after it', () => {
  expect(parseListPage(wrap(entry('007'))).keys).toEqual(['007']);
  expect(parseListPage(wrap(entry('a&amp;b+c'))).keys).toEqual(['a&b+c']);
  expect(parseListPage(wrap('\n  <Contents>\n    <Key>a</Key>\n  </Contents>\n')).keys).toEqual(['a']);
});

test('a listing of a folder has its keys and its folders', () => {
  const page = wrap(`${entry('env/log.json')}<CommonPrefixes><Prefix>env/production/</Prefix></CommonPrefixes>`);
  expect(parseListPage(page)).toMatchObject({ keys: ['env/log.json'], folders: ['env/production/'] });
});

test('an empty listing has no keys', () => {
  expect(parseListPage(wrap('<KeyCount>0</KeyCount>'))).toEqual({ keys: [], folders: [], nextToken: undefined });
  expect(parseListPage('<ListBucketResult/>').keys).toEqual([]);
});

test.each(['', 'busy', '<html><body>Bad gateway</body></html>', wrap('<Contents><Key>a</Key>').slice(0, -40)])(
  'a response that is not a listing is an error: %j',
  (text) => {
    expect(() => parseListPage(text)).toThrow();
  },
);

test('an error response gives its code, and a page of a proxy gives none', () => {
  expect(findErrorCode('<Error><Code>AccessDenied</Code><Message>no</Message></Error>')).toBe('AccessDenied');
  expect(findErrorCode('<html>Bad gateway')).toBe('');
  expect(findErrorCode('')).toBe('');
});
