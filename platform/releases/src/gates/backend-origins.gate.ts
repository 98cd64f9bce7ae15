import type { PolicyRules } from '../state/environment';
import type { Gate, Problem } from './gate';

/**
 * Creates the gate that lets a remote call the backends that the release policy allows its app. Without a policy every https origin
 * is allowed.
 *
 * @see docs/decisions/0061-remote-backends.md
 */
export const createBackendOriginsGate = (rules?: PolicyRules['connect']): Gate => ({
  name: 'backend-origins',
  check: ({ remotes }) =>
    remotes.flatMap(({ app, version, connect = [] }) =>
      connect.flatMap((origin): Problem[] => {
        const problem = `version ${version} calls ${origin}`;
        const allowed = rules && (Object.hasOwn(rules, app) ? (rules[app] ?? []) : []);
        if (allowed && !allowed.includes(origin)) {
          const remedy = `remove it from connect in rspack.config.ts, or have it added to connect["${app}"] of the release policy`;
          return [{ app, problem: `${problem}, which the release policy does not allow`, remedy }];
        }
        if (origin.startsWith('https:')) return [];
        return [
          {
            app,
            problem: `${problem}, which every visitor has on their own machine`,
            remedy: 'publish a version that calls an https origin',
            isWarning: true,
          },
        ];
      }),
    ),
});
