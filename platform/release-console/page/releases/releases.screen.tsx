import { Box, Button, Chip, Typography } from '@mui/material';
import { formatApps } from '@shop/releases/change-model/words';
import type { AppReleases, EnvironmentView, Policy, ReleaseView } from '@shop/releases/service-api/responses';
import { consoleApi, isAllowed } from '../api/console-api';
import { CodeBlock } from '../components/code-block';
import { formatHash } from '../components/hash-route';
import {
  type EnvironmentScreenProps,
  ListItem,
  Note,
  oneColumn,
  plainList,
  row,
  Section,
  ViewHeading,
} from '../components/layout';
import { QueryResult } from '../components/query-result';
import { RelativeTime } from '../components/relative-time';
import { SourceLinks } from '../components/source-links';
import { listPromoters } from '../components/who-may';
import { GateOutcome } from '../promote/gate-report';
import { type PromotionProps, toCurrentGates, usePromotion } from '../promote/promotion-draft';

/** Finds the releases of an app that were published after the live one, and that no canary has, newest first. */
function findWaiting({ apps, canaries }: EnvironmentView, { app, releases }: AppReleases): ReleaseView[] {
  const live = apps.find((candidate) => candidate.app === app);
  const publishedAt = releases.find(({ digest }) => digest === live?.digest)?.publishedAt ?? '';
  const inCanary = canaries.flatMap(({ changes }) => changes.flatMap(({ after }) => after?.digest ?? []));
  return releases.filter(
    (release) =>
      release.digest !== live?.digest && release.publishedAt > publishedAt && !inCanary.includes(release.digest),
  );
}

/** The published versions that wait: after the live one, with commit, team and gates. */
export function ReleasesScreen({ environment, person }: EnvironmentScreenProps) {
  const query = consoleApi.useReleasesQuery();
  const { currentData: policyView } = consoleApi.usePolicyQuery();
  const promotion = usePromotion(environment, person);
  const { name } = environment;
  return (
    <>
      <ViewHeading note={`Versions that were published after the live one, and that no canary has.`}>
        Releases that wait for {name}
      </ViewHeading>
      <QueryResult query={query} what="releases">
        {(all) => {
          const waiting = all.map((list) => ({ app: list.app, releases: findWaiting(environment, list) }));
          const shown = waiting.filter(({ releases }) => releases.length > 0);
          return (
            <Box sx={{ ...oneColumn, gap: 4 }}>
              {shown.length === 0 && <Typography>No version waits. A published one appears here:</Typography>}
              {shown.length === 0 && (
                <CodeBlock what="command">npm run release -- publish mf-catalog --version 1.1.0</CodeBlock>
              )}
              {shown.map(({ app, releases }) => (
                <Section key={app} title={app} note={formatTeam(policyView?.policy, name, app)}>
                  <Box component="ul" aria-label={`Waiting versions of ${app}`} sx={{ ...plainList, gap: 1.5 }}>
                    {releases.map((release) => (
                      <WaitingRelease
                        key={release.digest}
                        environment={environment}
                        release={release}
                        promotion={promotion}
                      />
                    ))}
                  </Box>
                </Section>
              ))}
            </Box>
          );
        }}
      </QueryResult>
    </>
  );
}

/** Formats who may promote an app: `Who may promote it: asha and a member of team-catalog`. */
function formatTeam(policy: Policy | undefined, environment: string, app: string): string | undefined {
  if (!policy) return undefined;
  const holders = listPromoters(policy, environment);
  const own = holders.filter(({ apps }) => apps.includes(app));
  const names = (own.length > 0 ? own : holders.filter(({ apps }) => apps.includes('*'))).flatMap(
    (holder) => holder.names,
  );
  return names.length > 0
    ? `Who may promote it: ${formatApps([...new Set(names)])}`
    : 'The policy names no person who may promote it.';
}

interface WaitingReleaseProps extends PromotionProps {
  release: ReleaseView;
}

function WaitingRelease({ environment, release, promotion }: WaitingReleaseProps) {
  const { app, version, publishedAt, isDamaged } = release;
  const [check, gates] = consoleApi.useCheckMutation();
  const { name: env } = environment;
  const promote = () => {
    promotion.change({ choices: { [app]: { kind: 'version', version } } });
    location.assign(formatHash({ env, view: 'promote' }));
  };
  return (
    <ListItem
      title={version}
      chips={isDamaged && <Chip size="small" color="error" label="damaged" />}
      action={
        <Box sx={{ ...row, gap: 1 }}>
          <Button
            aria-label={`Run the gates for ${app} ${version}`}
            disabled={isDamaged}
            loading={gates.isLoading}
            onClick={() => void check({ env, releases: [`${app}@${version}`], removedApps: [], removedPaths: [] })}
          >
            Run the gates
          </Button>
          {isAllowed(environment, 'promote', [app]) && (
            <Button variant="outlined" aria-label={`Promote ${app} ${version}…`} disabled={isDamaged} onClick={promote}>
              Promote…
            </Button>
          )}
        </Box>
      }
    >
      <Note>
        Published <RelativeTime at={publishedAt} />
        <SourceLinks source={release} before=", " />
      </Note>
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <GateOutcome gates={toCurrentGates(gates, environment)} />
      </Box>
    </ListItem>
  );
}
