import { Box, MenuItem, TextField, Typography } from '@mui/material';
import { formatCommit } from '@shop/releases/change-model/words';
import type { AppReleases, EnvironmentView, ReleaseView } from '@shop/releases/service-api/responses';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { useState } from 'react';
import { ChangeList } from '../components/change-list';
import { CodeBlock } from '../components/code-block';
import { formatRelativeTime } from '../components/format';
import { Note, Section } from '../components/layout';
import { useNow } from '../components/relative-time';
import { SelectField } from '../components/select-field';
import type { Choice, Promotion, PromotionProps } from './promotion-draft';

export interface VersionPickerProps extends PromotionProps {
  all: readonly EnvironmentView[];
  releases: readonly AppReleases[];
}

/** Choice of a version for each app. */
export function VersionPicker({ environment, all, releases, promotion: { draft, change } }: VersionPickerProps) {
  const choose = (app: string, choice: Choice | null) => {
    const { [app]: _, ...others } = draft.choices;
    change({ choices: choice ? { ...others, [app]: choice } : others });
  };
  const getLive = (app: string) => environment.apps.find((candidate) => candidate.app === app)?.version ?? null;
  const hasOtherVersion = releases.some(({ app, releases: versions }) =>
    versions.some(({ version }) => version !== getLive(app)),
  );
  const hasRemoval = Object.values(draft.choices).some(({ kind }) => kind === 'remove');
  return (
    <Section title="1. Versions">
      {all.length > 1 && <SourceEnvironment environment={environment} all={all} onChoose={change} />}
      {!hasOtherVersion && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography>
            Every published version is live. Publish another version of an app, and it appears here:
          </Typography>
          <CodeBlock what="command">npm run release -- publish mf-catalog --version 1.1.0</CodeBlock>
        </Box>
      )}
      {releases.map(({ app, releases: versions }) => (
        <AppChoice
          key={app}
          app={app}
          live={getLive(app)}
          versions={versions}
          choice={draft.choices[app] ?? null}
          onChoose={(choice) => choose(app, choice)}
        />
      ))}
      {(hasRemoval || draft.removedPaths !== '') && (
        <TextField
          label="Live paths that may lose their owner"
          helperText="One per line, such as /reviews. The gates refuse a composition in which another live path has no owner."
          multiline
          minRows={2}
          value={draft.removedPaths}
          onChange={(event) => change({ removedPaths: event.target.value })}
        />
      )}
    </Section>
  );
}

interface SourceEnvironmentProps {
  environment: EnvironmentView;
  all: readonly EnvironmentView[];
  onChoose: (draft: Pick<Promotion['draft'], 'choices'>) => void;
}

/** Selects the versions that are live in another environment and differ here. */
function SourceEnvironment({ environment, all, onChoose }: SourceEnvironmentProps) {
  const [from, setFrom] = useState('');
  const source = all.find(({ name }) => name === from);
  const differences = (other: EnvironmentView) =>
    compareCompositions(environment.composition, other.composition).filter(({ after }) => after !== null);
  const choose = (name: string) => {
    setFrom(name);
    const chosen = all.find((candidate) => candidate.name === name);
    const entries = (chosen ? differences(chosen) : []).flatMap(({ app, after }) =>
      after ? [[app, { kind: 'version', version: after.version } satisfies Choice] as const] : [],
    );
    onChoose({ choices: Object.fromEntries(entries) });
  };
  return (
    <>
      <SelectField
        label="Take the versions of another environment"
        value={from}
        options={all.filter(({ name }) => name !== environment.name).map(({ name }) => [name, name])}
        onChange={choose}
      />
      {source && <ChangeList changes={differences(source)} label={`Differences from ${from}`} />}
      {source && differences(source).length > 0 && (
        <Note>These versions are selected. You can change each of them.</Note>
      )}
    </>
  );
}

interface AppChoiceProps {
  app: string;
  /** The live version; null when the app is not live. */
  live: string | null;
  versions: readonly ReleaseView[];
  choice: Choice | null;
  onChoose: (choice: Choice | null) => void;
}

const keep = ' keep';
const remove = ' remove';

function AppChoice({ app, live, versions, choice, onChoose }: AppChoiceProps) {
  const now = useNow();
  const value = choice === null ? keep : choice.kind === 'remove' ? remove : choice.version;
  // A draft can be older than the live versions and the releases: its choice stays among the options.
  const isUnpublished = choice?.kind === 'version' && versions.every(({ version }) => version !== choice.version);
  const choose = (next: string) => {
    if (next === keep) onChoose(null);
    else onChoose(next === remove ? { kind: 'remove' } : { kind: 'version', version: next });
  };
  return (
    <TextField
      select
      fullWidth
      label={app}
      value={value}
      onChange={(event) => choose(event.target.value)}
      color={choice ? 'primary' : undefined}
      focused={choice ? true : undefined}
    >
      <MenuItem value={keep}>{live ? `keep ${live}` : 'not live'}</MenuItem>
      {versions
        .filter(({ version }) => version !== live || version === value)
        .map(({ version, publishedAt, commit, isDamaged }) => (
          <MenuItem key={version} value={version} disabled={isDamaged} sx={{ whiteSpace: 'normal' }}>
            {version} ·{' '}
            {isDamaged
              ? 'damaged: publish it under a new version'
              : `published ${formatRelativeTime(publishedAt, now)}`}
            {commit && ` · commit ${formatCommit(commit)}`}
          </MenuItem>
        ))}
      {isUnpublished && <MenuItem value={value}>{value} · not published</MenuItem>}
      {((live && app !== 'shell') || value === remove) && (
        <MenuItem value={remove}>remove it from the composition</MenuItem>
      )}
    </TextField>
  );
}
