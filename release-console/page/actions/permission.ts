import type { EnvironmentView, Permission } from '../../api/responses';

/** Whether whoever is signed in may do something to all of some apps. The server decides; this only shows it. */
export const can = ({ may }: EnvironmentView, action: Permission, apps: readonly string[]): boolean =>
  apps.every((app) => may[app]?.includes(action) ?? false);
