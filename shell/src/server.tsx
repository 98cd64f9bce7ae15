/**
 * The shell for Node: makes documents, and hands the remotes of its composition the modules they share with it.
 * Importing it touches neither window nor document.
 */
export { type DocumentRequest, type RenderedDocument, renderDocument } from './document/render-document';
export { provided } from './provided';
