import postcss, { type AtRule, type ChildNode, type Container } from 'postcss';
import parseSelectors, { type Selector, type Node as SelectorNode } from 'postcss-selector-parser';

/** What the styles of a remote do outside of its own elements. Every list has each text once. */
export interface StyleReport {
  /** Selectors that match elements without a class of the remote. */
  selectors: string[];
  /** At-rules that apply to the whole page. */
  rules: string[];
  /** Names of at-rules, which apply to the whole page, without a part that is the remote's own: `@font-face Icons`. */
  names: string[];
  customProperties: string[];
}

export interface Owner {
  isOwnClass: (name: string) => boolean;
  /** Receives the name of an at-rule, or of a font. */
  isOwnName: (name: string) => boolean;
}

/** The rule around a rule: whether each of its selectors has a class of the remote. Null outside of rules. */
type Parent = { isOwn: boolean; isScope?: true } | null;

/** At-rules that give something a name by which every style sheet of the page finds it. */
const namingRules = [
  'keyframes',
  'property',
  'counter-style',
  'font-palette-values',
  'position-try',
  'color-profile',
  'function',
];

/** At-rules that apply to the whole page. An import would load rules that no gate has checked. */
const pageRules = ['page', 'view-transition', 'import', 'font-feature-values'];

/**
 * Inspects styles: which rules match elements of other apps, and which names they define for the page. A selector is the remote's
 * own when an element on its way to the styled one must have a class of the remote. A class inside of `:not()` or `:has()` is no
 * such element: `body:has(.own) h1` styles the headings of every app.
 *
 * @throws {CssSyntaxError} When a brace or a quotation mark is missing.
 */
export function inspectStyles(css: string, { isOwnClass, isOwnName }: Owner): StyleReport {
  const found = {
    selectors: new Set<string>(),
    rules: new Set<string>(),
    names: new Set<string>(),
    customProperties: new Set<string>(),
  };

  const inspectAtRule = (rule: AtRule, parent: Parent): void => {
    const name = rule.name.toLowerCase().replace(/^-\w+-/, '');
    if (pageRules.includes(name)) found.rules.add(`@${rule.name} ${rule.params}`.trim());
    else if (name === 'font-face') {
      const family = rule.nodes?.find((node) => node.type === 'decl' && node.prop.toLowerCase() === 'font-family');
      const text = family?.type === 'decl' ? family.value.replace(/["']/g, '') : '';
      if (!isOwnName(text)) found.names.add(`@font-face ${text}`);
    } else if (namingRules.includes(name)) {
      if (!isOwnName(rule.params)) found.names.add(`@${rule.name} ${rule.params}`);
    } else if (name === 'scope') {
      const [, root = ''] = rule.params.match(/^\((.*?)\)(?:\s+to\s+\(.*\))?$/s) ?? [];
      const isOwnScope =
        root !== '' && readSelectors(root).every((selector) => hasOwnClass(selector, isOwnClass, parent));
      inspectAll(rule, isOwnScope ? { isOwn: true, isScope: true } : null);
    } else inspectAll(rule, parent);
  };

  const inspect = (node: ChildNode, parent: Parent): void => {
    if (node.type === 'decl' && node.prop.startsWith('--')) found.customProperties.add(node.prop);
    if (node.type === 'atrule') inspectAtRule(node, parent);
    if (node.type !== 'rule') return;
    const selectors = readSelectors(node.selector);
    const foreign = parent?.isScope ? [] : selectors.filter((selector) => !hasOwnClass(selector, isOwnClass, parent));
    for (const selector of foreign) found.selectors.add(String(selector).trim());
    inspectAll(node, parent?.isScope ? parent : { isOwn: foreign.length === 0 });
  };

  function inspectAll(container: Container, parent: Parent): void {
    for (const node of container.nodes ?? []) inspect(node, parent);
  }

  inspectAll(postcss.parse(css), null);
  return {
    selectors: [...found.selectors],
    rules: [...found.rules],
    names: [...found.names],
    customProperties: [...found.customProperties],
  };
}

const readSelectors = (text: string): Selector[] => parseSelectors().astSync(text).nodes;

/** Pseudo-classes that match an element when one selector of their list matches it. */
const alternatives = [':is', ':where', ':matches', ':-webkit-any', ':-moz-any'];

function hasOwnClass(selector: Selector, isOwnClass: Owner['isOwnClass'], parent: Parent): boolean {
  const isOwnPart = (node: SelectorNode): boolean => {
    if (node.type === 'class') return isOwnClass(node.value);
    if (node.type === 'nesting') return parent?.isOwn ?? false;
    if (node.type !== 'pseudo' || !alternatives.includes(node.value.toLowerCase())) return false;
    return node.nodes.length > 0 && node.nodes.every((choice) => choice.nodes.some(isOwnPart));
  };
  if (selector.nodes.some(isOwnPart)) return true;
  // A nested selector without `&` means a descendant of the outer rule.
  let hasNesting = false;
  selector.walkNesting(() => {
    hasNesting = true;
  });
  return !hasNesting && (parent?.isOwn ?? false);
}
