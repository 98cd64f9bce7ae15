import type { Command } from 'commander';
import { type OfflineCommand, UsageError } from '../cli/command';

const declareService = (parser: Command) =>
  parser.argument('<address>', 'address of the release service, such as https://releases.example', (value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url && url.pathname === '/' && /^https?:$/.test(url.protocol)) return url.origin;
    throw new UsageError(`"${value}" is not an address of a release service: write it like https://releases.example.`);
  });

export const login: OfflineCommand = {
  name: 'login',
  summary: 'signs this user in to a release service with a token of the console, from the terminal or a pipe',
  examples: ['login https://releases.example'],
  declare: declareService,
  loadOffline: async () => (await import('../commands/login')).login,
};

export const logout: OfflineCommand = {
  name: 'logout',
  summary: 'forgets the token for a release service on this machine',
  examples: ['logout https://releases.example'],
  declare: declareService,
  loadOffline: async () => (await import('../commands/login')).logout,
};
