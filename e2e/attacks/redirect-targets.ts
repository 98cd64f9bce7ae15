/** Addresses that run a script where a browser follows them, or in disguise. `hit()` counts an execution. */
export const scriptAddresses = [
  'javascript:hit()',
  'JaVaScRiPt:hit()',
  'JAVASCRIPT:hit()',
  '\u0001javascript:hit()',
  'java\nscript:hit()',
  'j\na\nv\na\ns\nc\nr\ni\np\nt:hit()',
  'javascript:%68it()',
  'javascript:/*https://pay.example/*/hit()',
  'javascript://pay.example/%0ahit()',
  'javascript:"https://pay.example/";hit()',
];

/** Addresses of other hosts that look like a path of the shop. */
export const pathLookalikes = [
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example\\',
  '/\t/evil.example/',
  '/\n/evil.example/',
  '/..//evil.example/',
  '/%2e//evil.example/',
  '/orders/..//evil.example/',
  '/orders/../\\evil.example/',
  '\uff0f\uff0fevil.example/',
];

/** Addresses that the shop must not follow, in whatever part of a payment response. */
const hostileTargets = [
  ...scriptAddresses,
  // Encodings and look-alikes of the scheme.
  'java%0ascript:hit()',
  'javascript%3ahit()',
  'javascript&colon;hit()',
  '\uff4aavascript:hit()',
  'java\u017fcript:hit()',
  '\u200bjavascript:hit()',
  '"javascript:hit()"',
  'url(javascript:hit())',
  'view-source:javascript:hit()',
  // Documents of an attacker, and files of the shopper.
  'data:text/html,<script>hit()</script>',
  'da\nta:text/html,<script>hit()</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>',
  'data:https://pay.example/,<script>hit()</script>',
  'vbscript:hit()',
  'blob:https://pay.example/2d9d1a64-0000-4000-8000-000000000000',
  'filesystem:https://pay.example/temporary/x.html',
  'file:///etc/passwd',
  'about:blank',
  'chrome://settings/',
  // Other protocols and apps.
  'ftp://pay.example/',
  'mailto:pay@evil.example',
  'whatsapp://send?text=pay',
  'itms-services://?action=download-manifest&url=https://evil.example/x.plist',
  'android-app://com.example/https/pay.example/',
  'httpsx://pay.example/',
  'upi.evil://pay?pa=a@b',
  'upi%3a//pay?pa=a@b',
  // Unencrypted pages, with names that begin or end like a local host.
  'http://pay.example/',
  'HTTP://PAY.EXAMPLE/',
  'http:pay.example',
  'http:\\\\pay.example\\',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://127.0.0.1\u3002evil.example/',
  'http://localhost@evil.example/',
  'http://evil.example\\@localhost/',
  'http://evil.example#@localhost/',
  'http://[::ffff:198.51.100.1]/',
  'http://3325256705/',
  // A user name that looks like the host.
  'https://pay.example@evil.example/',
  'https://pay.example:443@evil.example/',
  'https://pay.example\u2044@evil.example/',
  'https:pay.example@evil.example',
  // Addresses without a host or with an impossible one.
  'https:',
  'https://[pay.example/',
  'https://pay.example:99999/',
  'https://pay<script>.example/',
  'https://pay.example%5cevil.example/',
  ...pathLookalikes,
  'evil.example/',
  '?next=https://evil.example/',
];

/** A link of an Android app. `extras` is what follows `#Intent;`. */
const intent = (extras: string, target = 'pay?pa=a@b') => `intent://${target}#Intent;${extras};end`;
const fallback = (address: string) => `S.browser_fallback_url=${encodeURIComponent(address)}`;

/** Deeplinks that the shop must not follow: what they open without the app decides. */
const hostileDeeplinks = [
  'intent:',
  'intent://pay',
  intent('scheme=upi'),
  intent('scheme=upi;package=com.phonepe.app'),
  ...[
    ...scriptAddresses,
    'data:text/html,<script>hit()</script>',
    'http://pay.example/',
    'file:///etc/passwd',
    'intent://x#Intent;scheme=file;end',
    '//evil.example/',
    'evil.example',
    'https://pay.example@evil.example/',
    '',
  ].map((address) => intent(`scheme=upi;${fallback(address)}`)),
  intent(`scheme=upi;${fallback('https://pay.example/')};${fallback('javascript:hit()')}`),
  intent(`scheme=upi;${fallback('javascript:hit()')};${fallback('https://pay.example/')}`),
  intent(`scheme=upi;${fallback(encodeURIComponent('javascript:hit()'))}`),
  intent('scheme=upi;S.browser_fallback_url=%E0%A4%A'),
  intent('scheme=upi;s.browser_fallback_url=https%3A%2F%2Fpay.example%2F'),
  intent('scheme=upi;S.browser%5Ffallback%5Furl=https%3A%2F%2Fpay.example%2F'),
  ...['file', 'javascript', 'data', 'content', 'http', 'intent', 'upi:javascript', 'whatsapp', ''].map((scheme) =>
    intent(`scheme=${scheme};${fallback('https://pay.example/')}`),
  ),
  intent(`scheme=upi;${fallback('https://pay.example/')};scheme=file`),
  `${intent(fallback('https://pay.example/'))}${intent('scheme=file').slice('intent://'.length)}`,
  `${intent(fallback('https://pay.example/'))}x`,
  // Pages of the shop are not deeplinks.
  '/orders',
];

/** Links of payment apps. They are allowed as deeplinks, and neither as a redirect nor as the address of a form. */
export const appLinks = [
  'upi://pay?pa=shop@bank&am=499.00',
  'UPI://pay?pa=shop@bank',
  'upi://pay?pa=shop@bank&tn=<img src=x onerror=hit()>',
  'phonepe://pay?x=1',
  'paytmmp://pay?x=1',
  'gpay://upi/pay?x=1',
  'tez://upi/pay?x=1',
  intent(`scheme=upi;package=com.phonepe.app;${fallback('https://pay.example/web')}`),
];

/** A hostile response to `POST /payments`, by a name for the report. */
export interface HostileReply {
  name: string;
  reply: object;
}

const formParams = { type: 'POST', url: 'javascript:hit()', data: { order: 'x' } };
/** The parts of a response that carry an address. */
const carriers = {
  redirectUrl: (redirectUrl: string) => ({ success: true, redirectUrl }),
  redirect_post: (redirectUrl: string) => ({
    success: true,
    action: { type: 'redirect_post', redirectUrl, formParams },
  }),
  deeplink: (redirectUrl: string) => ({ success: true, action: { type: 'deeplink', redirectUrl } }),
  'unknown action': (redirectUrl: string) => ({ success: true, action: { type: 'open_window', redirectUrl } }),
};
type Carrier = keyof typeof carriers;

const combine = (names: readonly Carrier[], targets: readonly string[]): HostileReply[] =>
  targets.flatMap((target) =>
    names.map((name) => ({ name: `${name} ${JSON.stringify(target)}`, reply: carriers[name](target) })),
  );

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
/** Pictures of codes that are not pictures. */
const hostilePictures: HostileReply[] = [
  'javascript:hit()',
  'data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9aGl0KCk+',
  'PHN2ZyBvbmxvYWQ9aGl0KCk+',
  'https://evil.example/code.png',
  '//evil.example/code.png',
  `${png}"><script>hit()</script>`,
  `${png}" onerror="hit()`,
].map((qrBase64) => ({
  name: `qrBase64 ${JSON.stringify(qrBase64)}`,
  reply: { success: true, action: { type: 'qr', qrBase64 } },
}));

/** Every hostile response: each target in each part that carries an address. */
export const hostileReplies: readonly HostileReply[] = [
  ...combine(['redirectUrl', 'redirect_post', 'deeplink', 'unknown action'], hostileTargets),
  ...combine(['deeplink'], hostileDeeplinks),
  ...combine(['redirectUrl', 'redirect_post', 'unknown action'], appLinks),
  ...hostilePictures,
];

/** Texts of QR codes. The page draws each and shows it as text. Only a UPI link becomes a link. */
export const hostileCodeTexts = [
  'javascript:hit()',
  'javascript:hit()//upi://pay',
  '\u0001javascript:hit()',
  'upi://pay?pa="><img src=x onerror=hit()>',
  '<img src=x onerror=hit()>',
  'data:text/html,<script>hit()</script>',
  'https://evil.example/',
  '//evil.example/upi://pay',
  intent(`scheme=upi;${fallback('https://pay.example/web')}`),
  'upi%3a//pay?pa=a@b',
  'upi:javascript:hit()',
  'u\npi://pay?pa=a@b',
];
