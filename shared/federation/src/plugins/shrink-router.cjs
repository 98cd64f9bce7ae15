const pure = '$1/* @__PURE__ */ $2';

/**
 * Loader for the module of React Router. It removes the warnings and the messages of invariants, which development builds have.
 *
 * It also marks statements without an effect. The bundler keeps a top-level statement that may have an effect, and with it every
 * component that the statement names: forms, navigation links and the error boundaries of routes with data. In this module each
 * such statement only creates a value, or sets a name or a context on a component.
 *
 * @param {string} source
 */
module.exports = function shrinkRouter(source) {
  const contexts = new Map();
  return (
    source
      .replace(/^(function warning\().*\{$[\s\S]*?^\}$/m, '$1) {}')
      .replace(/\(value, message\)/g, "(value, message = 'React Router is used in a wrong way')")
      .replace(
        /(\binvariant2?\([^;]*?),\s*(?:\/\/.*\s*)*(?:"[^"]*"|'[^']*'|`[^`]*`|get\w+Error\([^)]*\))\s*\);/g,
        '$1);',
      )
      .replace(/^\w+\.displayName = ".*";$/gm, '')
      .replace(/^(\w+)\.contextType = (\w+);$/gm, (_statement, name, context) => {
        contexts.set(name, context);
        return '';
      })
      .replace(/^var (\w+) = class extends .*\{$/gm, (start, name) =>
        contexts.has(name) ? `${start} static contextType = ${contexts.get(name)};` : start,
      )
      .replace(
        /^((?:var )?\w+ = )((?:React\d*\.(?:createContext|forwardRef|memo)|new (?:WeakMap|Set)|Symbol)\()/gm,
        pure,
      )
      .replace(/^(var objectProtoNames\d* = )(.*);$/gm, '$1/* @__PURE__ */ (() => $2)();')
      // A name that the bundler can read, so that it needs no object with all exports of React.
      .replace('React3[USE_OPTIMISTIC]', 'React3.useOptimistic')
  );
};
