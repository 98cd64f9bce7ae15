import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { SelectField } from './select-field';

const allApps = '*';

export interface AppFilterProps {
  environment: EnvironmentView;
  /** The selected app; empty for all apps. */
  app: string;
  onChange: (app: string) => void;
}

/** Choice of one app or all apps: those that are live first, then the other published ones. */
export function AppFilter({ environment: { apps, permissions }, app, onChange }: AppFilterProps) {
  // The address may name an app that was never live: the choice shows it, and the server says what is wrong.
  const published = Object.keys(permissions).filter((name) => name !== allApps);
  const names = new Set([...apps.map((entry) => entry.app), ...published, ...(app ? [app] : [])]);
  return (
    <SelectField
      size="small"
      label="App"
      value={app || allApps}
      options={[[allApps, 'All apps'], ...[...names].map((name) => [name, name] as const)]}
      onChange={(name) => onChange(name === allApps ? '' : name)}
      sx={{ minWidth: 200 }}
    />
  );
}
