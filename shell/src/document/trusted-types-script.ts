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
