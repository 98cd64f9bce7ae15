import { evaluateNodeBundle } from './evaluate-node-bundle.mjs';
import { getMessage, receive, send } from './renderer-channel.mjs';
import './deny-network.mjs';

/*
 * Entry of a renderer process: it evaluates one shell's Node bundle and renders its documents. The parent sends lines of JSON
 * on stdin: first the bundle, then calls. This process sends lines of JSON on file descriptor 3: first a description of the
 * shell, then one reply to each call, in order. It has no keys, no release store and no process variables but NODE_ENV.
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
 */

/** @type {import('@shop/remote-contract/shell-build').ShellBuild | null} */
let shell = null;

/** @param {{ code: string; filename: string; base: string }} bundle */
function start({ code, filename, base }) {
  try {
    shell = /** @type {NonNullable<typeof shell>} */ (evaluateNodeBundle(code, { filename, base }));
    const { reportsHealth, wellKnown } = shell;
    send({
      started: {
        reportsHealth: reportsHealth === true,
        wellKnown: wellKnown ? { favicon: wellKnown.favicon, serviceWorker: wellKnown.serviceWorker } : null,
      },
    });
  } catch (error) {
    send({ failed: getMessage(error) });
  }
}

/** @param {{ id: number; name: 'renderDocument' | 'webManifest'; input: unknown }} call */
function answer({ id, name, input }) {
  try {
    const result = name === 'renderDocument' ? shell?.renderDocument(input) : shell?.wellKnown?.webManifest(input);
    send({ id, result });
  } catch (error) {
    send({ id, error: getMessage(error) });
  }
}

receive((message) => (shell ? answer(message) : start(message)));
