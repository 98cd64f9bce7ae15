/** Where the document keeps what the page starts from. */
export const documentIds = {
  root: 'root',
  composition: 'composition',
  settings: 'settings',
  health: 'health',
} as const;
