import { Box, Button, Chip, Link, Typography } from '@mui/material';
import type {
  AppDescription,
  ChangeDescription,
  ContractDifference,
  ScreenDifference,
} from '@shop/releases/service-api/responses';
import { type ReactNode, useState } from 'react';
import { DataTable } from '../components/data-table';
import { formatDateTime } from '../components/format';
import { Note, oneColumn, plainList, row } from '../components/layout';
import { QueryResult, type QueryResultProps } from '../components/query-result';
import { ExternalLink, SourceLinks } from '../components/source-links';

/** Rows of a list that are shown at first. */
const maxRows = 12;

export interface ChangeDetailsProps {
  query: QueryResultProps<ChangeDescription>['query'];
  /** Names the change for screen readers, such as `change 12`: a page shows several. */
  label: string;
}

/** What a change consists of: commits, sizes, contract and screens. */
export function ChangeDetails({ query, label }: ChangeDetailsProps) {
  return (
    <QueryResult query={query} what="what changed" height={160}>
      {({ apps, screens }) => (
        <Box sx={{ ...oneColumn, gap: 3 }}>
          {apps.map((app) => (
            <AppDetails key={app.app} app={app} label={label} />
          ))}
          {screens && (
            <Box component="section" aria-label={`Screens of ${label}`} sx={{ ...oneColumn, gap: 1.5 }}>
              <Typography variant="h3">Screens</Typography>
              <Note>
                {screens.changed.length === 0
                  ? 'Every screen of the smoke test looks the same.'
                  : `${screens.same} screens look the same.`}
              </Note>
              {screens.changed.map((screen) => (
                <ScreenPair key={`${screen.app} ${screen.screen}`} {...screen} />
              ))}
            </Box>
          )}
          {!screens && (
            <Note>There are no pictures of the screens: the smoke test has not opened both compositions.</Note>
          )}
        </Box>
      )}
    </QueryResult>
  );
}

function AppDetails({ app: description, label }: { app: AppDescription; label: string }) {
  const { app, before, after, source, commits, compareUrl, sent, packages, contract } = description;
  const versions = [before?.version, after?.version].filter(Boolean).join(' → ');
  return (
    <Box component="section" aria-label={`${app} in ${label}`} sx={{ ...oneColumn, gap: 1.5 }}>
      <Typography variant="h3">
        {app} {versions}
      </Typography>
      {source && (
        <Note>
          <SourceLinks source={source} before="Built from " />
        </Note>
      )}
      <Commits commits={commits} compareUrl={compareUrl} />
      <Sizes name={`Sizes of ${app} in ${label}`} sent={sent} packages={packages} />
      {contract === null ? (
        <Note>A release cannot be read, so the contract was not compared.</Note>
      ) : (
        <ShortList
          label={`Contract of ${app}`}
          empty="The contract is the same."
          items={contract.map(toContractItem)}
        />
      )}
    </Box>
  );
}

function Commits({ commits, compareUrl }: Pick<AppDescription, 'commits' | 'compareUrl'>) {
  const items = [
    ...(commits?.added ?? []).map((commit) => ({ ...commit, isRemoved: false })),
    ...(commits?.removed ?? []).map((commit) => ({ ...commit, isRemoved: true })),
  ];
  return (
    <>
      <ShortList
        label="Commits"
        empty={commits ? 'No commits.' : 'The commits are unknown: a release has no list of them.'}
        items={items.map(({ hash, subject, at, url, isRemoved }) => ({
          key: hash,
          content: (
            <>
              {url ? <ExternalLink href={url}>{hash.slice(0, 7)}</ExternalLink> : <code>{hash.slice(0, 7)}</code>}{' '}
              {isRemoved && 'removed: '}
              {subject}
              <Typography component="span" variant="body2" color="textSecondary">
                , {formatDateTime(at)}
              </Typography>
            </>
          ),
        }))}
      />
      {commits?.isCut && <Note>There are more commits than the first 50.</Note>}
      {compareUrl && (
        <Typography variant="body2">
          <ExternalLink href={compareUrl}>Compare the sources</ExternalLink>
        </Typography>
      )}
    </>
  );
}

const formatKilobytes = (bytes: number | null) => (bytes === null ? null : `${(bytes / 1024).toFixed(1)} KB`);

const difference = new Intl.NumberFormat('en', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

const formatDifference = (before: number | null, after: number | null) =>
  before === null || after === null ? null : `${difference.format((after - before) / 1024)} KB`;

/** Bytes as they are sent, and of minified code by package. */
function Sizes({ name, sent, packages }: Pick<AppDescription, 'sent' | 'packages'> & { name: string }) {
  const toRow = (part: string, { before, after }: AppDescription['sent']) => ({
    name: part,
    cells: [formatKilobytes(before), formatKilobytes(after), formatDifference(before, after)],
  });
  return (
    <DataTable
      name={name}
      rowHeading="Sizes"
      columns={[{ name: 'Before' }, { name: 'After' }, { name: 'Difference' }]}
      rows={[
        toRow('All files, as sent', sent),
        ...(packages ?? []).map(({ name: part, ...sizes }) => toRow(part, sizes)),
      ]}
    />
  );
}

function toContractItem({ kind, name, before, after }: ContractDifference) {
  const value = before !== null && after !== null ? `${before} → ${after}` : (after ?? before);
  const mark = before === null ? 'new' : after === null ? 'gone' : 'changed';
  return {
    key: `${kind} ${name}`,
    content: (
      <>
        <strong>{mark}</strong> {kind} {name}
        {value && ` (${value})`}
      </>
    ),
  };
}

interface ShortListProps {
  label: string;
  /** Text in place of an empty list. */
  empty: string;
  items: readonly { key: string; content: ReactNode }[];
}

/** A list that shows its first rows, and the rest on request. */
function ShortList({ label, empty, items }: ShortListProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (items.length === 0) return <Note>{empty}</Note>;
  const hidden = isOpen ? 0 : Math.max(0, items.length - maxRows);
  return (
    <div>
      <Box component="ul" aria-label={label} sx={{ ...plainList, gap: 0.5 }}>
        {items.slice(0, items.length - hidden).map(({ key, content }) => (
          <Box component="li" key={key} sx={{ overflowWrap: 'anywhere', typography: 'body2' }}>
            {content}
          </Box>
        ))}
      </Box>
      {hidden > 0 && (
        <Button size="small" onClick={() => setIsOpen(true)}>
          Show {hidden} more
        </Button>
      )}
    </div>
  );
}

/** A screen before and after, side by side. */
function ScreenPair({ app, screen, before, after }: ScreenDifference) {
  const name = `${screen} of ${app}`;
  return (
    <Box component="figure" sx={{ ...oneColumn, gap: 1, m: 0 }}>
      <Box component="figcaption" sx={{ ...row, gap: 1, alignItems: 'center', typography: 'body2' }}>
        {name}{' '}
        <Chip size="small" variant="outlined" label={before && after ? 'looks different' : after ? 'new' : 'gone'} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 195px))', alignItems: 'start' }}>
        <Picture picture={before} name={`${name} before`} caption="Before" />
        <Picture picture={after} name={`${name} after`} caption="After" />
      </Box>
    </Box>
  );
}

function Picture({ picture, name, caption }: { picture: string | null; name: string; caption: string }) {
  if (!picture) return null;
  const address = `/pictures/${picture}`;
  return (
    <div>
      <Typography variant="caption" color="textSecondary">
        {caption}
      </Typography>
      <Link href={address} target="_blank" rel="noreferrer">
        <Box
          component="img"
          src={address}
          alt={name}
          loading="lazy"
          sx={{ display: 'block', width: '100%', border: 1, borderColor: 'divider' }}
        />
      </Link>
    </div>
  );
}
