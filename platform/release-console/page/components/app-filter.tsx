import { MenuItem, TextField } from '@mui/material';
import type { EnvironmentView } from '@shop/releases/service-api/responses';

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
    <TextField
      select
      size="small"
      label="App"
      value={app || allApps}
      onChange={({ target }) => onChange(target.value === allApps ? '' : target.value)}
      sx={{ minWidth: 200 }}
    >
      <MenuItem value={allApps}>All apps</MenuItem>
      {[...names].map((name) => (
        <MenuItem key={name} value={name}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
