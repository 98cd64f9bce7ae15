import type { EnvironmentView, Permission } from '../../api/responses';

/** Whether the signed-in person may perform an action on all of the apps. The server enforces it; the page hides controls. */
export const isAllowed = ({ permissions }: EnvironmentView, action: Permission, apps: readonly string[]): boolean =>
  apps.every((app) => permissions[app]?.includes(action) ?? false);
