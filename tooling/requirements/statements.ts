import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { listRepositoryFiles } from '../checks/repository-files';

/** @param file Path from the root. */
export const readText = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Lists the test files. Those of this folder have sample titles with tags that prove nothing. */
export const listTestFiles = (): string[] =>
  listRepositoryFiles().filter(
    (file) => /\.(test|spec)\.tsx?$/.test(file) && !file.startsWith('tooling/requirements/'),
  );

/** One requirement of the specification. A test carries its id in the tag of its title. */
export interface Statement {
  /** Section, topic and number: `2.cart-03`. Statements of an interpretation: `R.07-1`. */
  id: string;
  /** A statement that is true of the shop or false. */
  says: string;
  /** Title of its page: `2. Screens and routes`. */
  section: string;
}

/** Reads the statements from the pages in docs/specification: `- **2.cart-03** The cart …`. */
export const readStatements = (): Statement[] =>
  listRepositoryFiles()
    .filter((file) => file.startsWith('docs/specification/'))
    .map(readText)
    .flatMap((page) => {
      const section = /^# (.+)/.exec(page)?.[1] ?? '';
      const lines = page.matchAll(/^- \*\*(?<id>\w\.[\w-]+)\*\* (?<says>.+)$/gm);
      return [...lines].map(({ groups: { id = '', says = '' } = {} }) => ({ id, says, section }));
    });
