import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { parseServiceUrl } from '@shop/releases/store/store-location';
import { type RunOffline, UsageError } from '../cli/command';
import { deleteLogin, saveLogin } from '../service/login';

/** Reads a token from a pipe, or asks for it. */
async function readToken(url: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Create a token at ${url}/#/tokens and paste it here: `)).trim();
  } finally {
    terminal.close();
  }
}

export const login: RunOffline = async (parsed) => {
  const address = String(parsed.processedArgs[0]);
  const url = parseServiceUrl(address);
  if (!url) {
    throw new UsageError(
      `"${address}" is not an https address, and a token needs one: write it like https://releases.example.`,
    );
  }
  const token = await readToken(url);
  if (!token) throw new UsageError('There was no token: paste one, or pipe it into the command.');
  const name = await saveLogin({ url, token });
  return {
    lines: [`${url} knows you as ${name}. Set RELEASE_STORE=${url} for the commands.`],
    data: { url, name },
  };
};

export const logout: RunOffline = async (parsed) => {
  const url = String(parsed.processedArgs[0]);
  const wasKnown = await deleteLogin(url);
  return {
    lines: [wasKnown ? `This machine has no token for ${url} any more.` : `This machine had no token for ${url}.`],
    data: { url, wasKnown },
  };
};
