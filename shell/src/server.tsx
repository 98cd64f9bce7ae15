/**
 * Node build of the shell: the exports of `ShellBuild`. It renders documents and provides the shared modules to the remotes
 * of its composition. Its import touches neither window nor document.
 */
export { renderDocument } from './document/render-document';
export { wellKnown } from './document/well-known';
export { registeredNames } from './registered-names';
export { provided } from './remotes/shared-modules.node';
export { renderPage } from './rendering/render-page';

/** Pages of this shell send beacons. */
export const reportsHealth = true;
