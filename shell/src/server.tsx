/**
 * The shell for Node, as `ShellBuild` describes it: makes documents, and hands the remotes of its composition the modules
 * they share with it. Importing it touches neither window nor document.
 */
export { renderDocument } from './document/render-document';
export { wellKnown } from './document/well-known';
export { registeredNames } from './registered-names';
export { provided } from './remotes/shared-modules.node';

/** Pages of this shell report how they do. */
export const reportsHealth = true;
