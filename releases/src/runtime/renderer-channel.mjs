import { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/*
 * The side of a renderer process in the protocol with its gateway: lines of JSON on stdin and on file descriptor 3. Import this
 * module before a bundle runs: a bundle may change every global, so the functions of the protocol are bound at import.
 * deny-network.mjs then removes `stdin` and others from `process`.
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
 */

const { stdin } = process;
const exit = process.exit.bind(process);
const replies = new Socket({ fd: 3, readable: false, writable: true });
// The pipe breaks when the parent has ended.
replies.on('error', () => exit(1));

const { parse, stringify } = JSON;
const write = replies.write.bind(replies);

/**
 * Sends a message to the gateway.
 *
 * @param {unknown} message
 */
export const send = (message) => void write(`${stringify(message)}\n`);

/** @param {unknown} error */
export const getMessage = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Receives the messages of the gateway in their sequence. The process ends with its gateway.
 *
 * @param {(message: any) => void} onMessage
 */
export function receive(onMessage) {
  createInterface({ input: stdin })
    .on('line', (line) => onMessage(parse(line)))
    .on('close', () => exit(0));
}
