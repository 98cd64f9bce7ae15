/** Ids of the document's elements that the page reads at its start. */
export const documentIds = {
  root: 'root',
  composition: 'composition',
  settings: 'settings',
  telemetry: 'telemetry',
  scripts: 'scripts',
  handedOver: 'handed-over',
} as const;
