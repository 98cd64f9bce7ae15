import { sourceLanguage } from '@shop/remote-contract/languages';
import { tokenKey } from '@shop/session/token-storage';
import { themeAttribute, themeModeKey } from '@shop/ui/core';
import { palette } from '@shop/ui/tokens';
import { choiceKey } from '../layout/language-links';
import { inlineJson } from './elements';

/**
 * Script that sets what storage decides about the first paint: the theme, to avoid a flash of the other one, and `data-signed-in`,
 * which selects the entry of the header for a shopper with a session. It reads the stored mode like `useThemeMode`: any value that is
 * not a theme counts as the theme of the device.
 */
export const deviceScript = `(()=>{const root=document.documentElement;let mode;try{mode=localStorage.getItem("${themeModeKey}");root.toggleAttribute("data-signed-in",!!localStorage.getItem("${tokenKey}"))}catch{}if(mode!=="light"&&mode!=="dark")mode=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";root.setAttribute("${themeAttribute}",mode)})()`;

/**
 * Creates the script that finds the language to offer: the one that the shopper has chosen, or else prefers by the settings of the
 * device. The attribute `data-offer` reserves the space of the offer before the first paint, so that the offer moves nothing.
 *
 * @param language Language of the page.
 * @param languages Languages of the shop besides English.
 */
export const createOfferScript = (language: string, languages: readonly string[]): string =>
  `(()=>{let chosen;try{chosen=localStorage.getItem("${choiceKey}")}catch{}const code=[chosen||"",...navigator.languages].map(tag=>tag.replace(/-.*/,"")).find(code=>${inlineJson([sourceLanguage, ...languages])}.includes(code));if(code&&code!==${inlineJson(language)})document.documentElement.dataset.offer=code})()`;

/**
 * Script that marks a style sheet of a release, which has a hash, with `data-failed` when it does not load. `recoverEntry` at the
 * end of the document requests the sheet again: a browser runs that script after the sheets of the head have loaded or failed.
 */
export const failedSheetsScript = `addEventListener("error",({target})=>{if(target.rel==="stylesheet"&&target.hasAttribute("integrity"))target.dataset.failed=""},true)`;

/** Background colour until the page's style sheet is applied. A style sheet that does not load leaves the browser's own colours. Paper is light. */
export const firstPaintStyle = `html{background:${palette.light.paper}}@media not print{html[${themeAttribute}="dark"]{background:${palette.dark.paper};color-scheme:dark}}`;

/**
 * Script that creates the default policy of Trusted Types, before any other script. The content security policy of the gateway
 * makes browsers ask it about every string that would become code:
 * - the address of a script: files of releases and the service worker, on the shop's own origin;
 * - HTML: only the empty script element with which React creates its script elements. A remote that shows HTML of a store
 *   sanitises it and marks it with a policy that has the remote's name;
 * - the text of a script element: only JSON, for structured data.
 *
 * Browsers without Trusted Types ignore it. https://www.w3.org/TR/trusted-types/
 *
 * @see docs/decisions/0040
 */
export const trustedTypesScript = `(()=>{if(!window.trustedTypes)return;const empty="<script><\\/script>";trustedTypes.createPolicy("default",{createScriptURL(text){const{origin,pathname}=new URL(text,location.href);return origin===location.origin&&(pathname.startsWith("/r/")||pathname==="/service-worker.js")?text:null},createHTML:text=>text===empty?text:null,createScript(text){try{JSON.parse(text);return text}catch{return null}}})})()`;
