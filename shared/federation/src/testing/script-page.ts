import { createHash } from 'node:crypto';
import vm from 'node:vm';

type ScriptEvent = { type: 'load' | 'error'; target: PageScript };

/** A script element: the part that bundles use. */
class PageScript {
  [attribute: string]: unknown;
  src = '';
  integrity = '';
  onload: ((event: ScriptEvent) => void) | null = null;
  onerror: ((event: ScriptEvent) => void) | null = null;
  tagName = 'SCRIPT';
  parentNode: { removeChild: (script: PageScript) => void } | null = null;
  setAttribute(name: string, value: unknown) {
    this[name] = value;
  }
  getAttribute(name: string) {
    return this[name] ?? null;
  }
  remove() {
    this.parentNode?.removeChild(this);
  }
}

/** A page that runs scripts and rejects those that do not match their hash, as a browser does. It draws nothing. */
export interface ScriptPage {
  /** Global variables of the page. */
  // biome-ignore lint/suspicious/noExplicitAny: scripts of the page define them.
  window: any;
  /** Paths that scripts requested, in order. */
  requests: string[];
  /** Files by path. A path that is not in it has no response. */
  files: Record<string, string>;
  /** Loads a script. It rejects when the script has no response or throws. */
  run: (path: string) => Promise<void>;
}

const hash = (text: string, algorithm: string) => createHash(algorithm).update(text).digest('base64');

export const getIntegrity = (text: string) => `sha384-${hash(text, 'sha384')}` as const;

/** Builds have SHA-256, and those of earlier versions SHA-384. */
const hasIntegrity = (text: string, integrity: string) =>
  integrity === getIntegrity(text) || integrity === `sha256-${hash(text, 'sha256')}`;

const origin = 'http://shop.test';

/** Opens an empty page. @param files Files by path: `/r/shell/main.js`. */
export function openScriptPage(files: Record<string, string>): ScriptPage {
  const requests: string[] = [];
  const scripts: PageScript[] = [];
  const page = { files: { ...files }, requests };

  const evaluate = (script: PageScript) => {
    const path = new URL(script.src).pathname;
    requests.push(path);
    const text = page.files[path];
    if (text === undefined) return new Error(`${path} has no response`);
    if (script.integrity && !hasIntegrity(text, script.integrity)) return new Error(`${path} has another hash`);
    window.document.currentScript = script;
    try {
      vm.runInContext(text, window, { filename: script.src });
      return null;
    } catch (error) {
      // As in a browser, a script that throws has loaded.
      failures.push(error);
      return null;
    } finally {
      window.document.currentScript = null;
    }
  };

  const failures: unknown[] = [];
  const head = {
    append: (script: PageScript) => {
      scripts.push(script);
      script.parentNode = head;
      setImmediate(() => {
        const error = evaluate(script);
        if (error) script.onerror?.({ type: 'error', target: script });
        else script.onload?.({ type: 'load', target: script });
      });
    },
    appendChild: (script: PageScript) => head.append(script),
    removeChild: (script: PageScript) => void scripts.splice(scripts.indexOf(script), 1),
  };

  const window = vm.createContext({
    // The full runtime warns when a remote is registered again for a retry.
    console: { ...console, warn: () => undefined },
    setTimeout,
    reportError: () => undefined,
    clearTimeout,
    URL,
    HTMLScriptElement: PageScript,
    location: { origin, href: `${origin}/`, hostname: 'shop.test' },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    document: {
      head,
      currentScript: null,
      createElement: () => new PageScript(),
      getElementsByTagName: () => scripts,
    },
  });
  window.window = window.self = window.document.defaultView = window;

  const run = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const script = new PageScript();
      script.src = origin + path;
      script.onload = () => {
        const failure = failures.pop();
        if (failure) reject(failure);
        else resolve();
      };
      script.onerror = () => reject(new Error(`${path} did not load`));
      head.append(script);
    });
  return { window, requests, files: page.files, run };
}
