import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { evaluateNodeBundle } from './evaluate-node-bundle.mjs';

/*
 * Entry of a renderer process: it evaluates one shell's Node bundle and renders its documents. The parent sends lines of JSON
 * on stdin: first the bundle, then calls. This process sends lines of JSON on file descriptor 3: first a description of the
 * shell, then one reply to each call, in order. It has no keys, no release store and no process variables but NODE_ENV.
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
 */

const replies = new Socket({ fd: 3, readable: false, writable: true });
// The pipe breaks when the parent has ended.
replies.on('error', () => process.exit(1));

// The bundle may change every global, so the functions of the protocol are bound before it runs.
const { parse, stringify } = JSON;
const write = replies.write.bind(replies);
/** @param {unknown} reply */
const send = (reply) => write(`${stringify(reply)}\n`);
/** @param {unknown} error */
const getMessage = (error) => (error instanceof Error ? error.message : String(error));

// The permission model does not cover signals. `_debugProcess` would open a debugger in the gateway.
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'dlopen']) Reflect.deleteProperty(process, name);

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

createInterface({ input: process.stdin })
  .on('line', (line) => (shell ? answer(parse(line)) : start(parse(line))))
  .on('close', () => process.exit(0));
