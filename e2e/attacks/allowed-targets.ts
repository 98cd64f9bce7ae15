import { addresses } from '../fixtures/addresses';

/** A payment response that the shop follows, and the address that the browser then loads. */
interface AllowedVisit {
  reply: object;
  leadsTo: string;
}

const redirect = (redirectUrl: string) => ({ success: true, redirectUrl });
const act = (type: string, redirectUrl: string) => ({ success: true, action: { type, redirectUrl } });

/** Pages of providers and of the shop. The store API chooses the provider, so every https host is allowed. */
export const allowedVisits: readonly AllowedVisit[] = [
  { reply: redirect('https://pay.example/start?a=1#b'), leadsTo: 'https://pay.example/start?a=1#b' },
  { reply: redirect('HTTPS://PAY.EXAMPLE/Start'), leadsTo: 'https://pay.example/Start' },
  { reply: redirect('  https://pay.example/trimmed '), leadsTo: 'https://pay.example/trimmed' },
  { reply: redirect('https://b\u00fccher.example/'), leadsTo: 'https://xn--bcher-kva.example/' },
  { reply: redirect('http://localhost:4999/bank'), leadsTo: 'http://localhost:4999/bank' },
  { reply: redirect('/orders?paid=1'), leadsTo: `${addresses.shop}/orders?paid=1` },
  { reply: redirect('/orders/../cart?x=//evil.example'), leadsTo: `${addresses.shop}/cart?x=//evil.example` },
  { reply: act('open_window', 'https://pay.example/unknown'), leadsTo: 'https://pay.example/unknown' },
  { reply: act('deeplink', 'https://pay.example/app'), leadsTo: 'https://pay.example/app' },
];

interface AllowedPost extends AllowedVisit {
  /** Names and values of the posted fields, in order. */
  entries: [name: string, value: string][];
}

/** Creates a form and what the browser posts. Its fields cannot change where it goes, whatever their names are. */
function createPost(redirectUrl: string, data: Record<string, string>, url = ''): AllowedPost {
  return {
    reply: { success: true, action: { type: 'redirect_post', redirectUrl, formParams: { type: 'GET', url, data } } },
    leadsTo: redirectUrl,
    entries: [['type', 'GET'], ...(url ? [['url', url] as [string, string]] : []), ...Object.entries(data)],
  };
}

const post = 'https://pay.example/post';
export const allowedPosts: readonly AllowedPost[] = [
  // An entry hides the property of the form with its name.
  createPost(post, { constructor: 'x', toString: 'y', append: 'z', elements: '1', nodeType: '2' }),
  createPost('http://localhost:4999/post', { order: 'TT-1' }),
  createPost(`${post}?a=1`, { submit: 'x', action: 'https://evil.example/', method: 'get', target: '_top' }),
  createPost(post, { formAction: 'javascript:hit()', onsubmit: 'hit()', enctype: 'text/plain' }, 'javascript:hit()'),
  createPost(post, { '"><img src=x onerror=hit()>': '</form><script>hit()</script>' }),
];
