import { findImageUrlProblem } from './image-url';

it.each([
  ...[
    'https://cdn.example/a.jpg',
    'http://cdn.example:8080/a.jpg?v=1',
    'HTTPS://CDN.example/A.JPG',
    'https://8.8.8.8/a.jpg',
  ],
  ...[
    'https://[2606:4700::1111]/a.jpg',
    'http://localhost/a.jpg',
    'http://localhost:9000/a.jpg',
    'https://xn--p1b6ci.in/a.jpg',
  ],
  ...[
    'https://cdn.example/a@b.jpg',
    'https://cdn.example/a.jpg?at=me@x.example',
    'https://localhost.cdn.example/a.jpg',
  ],
])('accepts %s', (url) => expect(findImageUrlProblem(url)).toBeNull());

it.each([
  ...['https://user@cdn.example/a.jpg', 'https://user:secret@cdn.example/a.jpg', 'https://:secret@cdn.example/a.jpg'],
  'https://localhost@cdn.example/a.jpg',
])('refuses %s: a user or a password', (url) => expect(findImageUrlProblem(url)).toBe('contains a user or a password'));

it.each([
  // Loopback, also as a number, in octal, hexadecimal and short forms.
  ...[
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::]',
    '127.0.0.1.',
  ],
  // Link-local, private and shared networks.
  ...[
    '169.254.169.254',
    '2852039166',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '198.18.0.1',
  ],
  ...['224.0.0.1', '255.255.255.255', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]'],
  // Addresses of IPv4 in those of IPv6.
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:8.8.8.8]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ],
  // Names of private networks.
  ...[
    'metadata',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'printer.local',
    'nas.lan',
    'router.home.arpa',
  ],
  ...['a.localhost', 'localhost.', 'localhost.localdomain', 'intranet', 'store-api'],
])('refuses a picture of the host %s', (host) => {
  expect(findImageUrlProblem(`http://${host}/a.jpg`)).toBe('is in a private network');
});

it.each([
  '',
  'a.jpg',
  '//cdn.example/a.jpg',
  'ftp://cdn.example/a.jpg',
  'data:image/png;base64,AA',
  'javascript:alert(1)',
  'https://',
  'https://a b',
  'http:\\\\cdn.example\\a.jpg',
  'https://cdn.example\\@evil.example/a.jpg',
  'https://[::1/a.jpg',
])('refuses %s: no address', (url) => expect(findImageUrlProblem(url)).toBe('is not an address of a picture'));
