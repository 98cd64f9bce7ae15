import { Alert, Box, Typography } from '@mui/material';
import type { AppChange, AppSource, Finding } from '@shop/releases/service-api/responses';
import { Note, plainList, row, visuallyHidden } from './layout';
import { SourceLinks } from './source-links';

export interface ChangeListProps {
  changes: readonly AppChange[];
  /** What the new releases were built from. */
  sources?: readonly AppSource[] | undefined;
  /** Names the list for screen readers. */
  label: string;
}

/** App changes between two compositions, one app per line. */
export function ChangeList({ changes, sources = [], label }: ChangeListProps) {
  if (changes.length === 0) return <Typography color="textSecondary">No app changes.</Typography>;
  return (
    <Box component="ul" aria-label={label} sx={{ ...plainList, gap: 0.5 }}>
      {changes.map((change) => {
        const source = sources.find(({ app }) => app === change.app);
        return (
          <Box component="li" key={change.app} sx={{ ...row, columnGap: 1.5, alignItems: 'baseline' }}>
            <Box component="span" sx={{ fontWeight: 600, minWidth: '10rem' }}>
              {change.app}
            </Box>
            <span>
              <Versions {...change} />
            </span>
            {source && (
              <Note>
                <SourceLinks source={source} />
              </Note>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

function Versions({ before, after }: AppChange) {
  if (!after) return <>{before?.version} is removed</>;
  if (!before) {
    return (
      <>
        <strong>{after.version}</strong> is new
      </>
    );
  }
  const [from, to] = before.version === after.version ? [before.digest, after.digest] : [before.version, after.version];
  return (
    <>
      {from} <span aria-hidden>→</span>
      <Box component="span" sx={visuallyHidden}>
        becomes
      </Box>{' '}
      <strong>{to}</strong>
    </>
  );
}

/** Findings of the gates: gate, app, problem and remedy. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <Box component="ul" aria-label="Findings of the gates" sx={{ ...plainList, gap: 1.5 }}>
      {findings.map(({ gate, app, problem, remedy, isWarning }) => (
        <Box
          component="li"
          key={`${gate} ${app} ${problem}`}
          sx={{ borderLeft: 3, borderColor: isWarning ? 'warning.main' : 'error.main', pl: 1.5 }}
        >
          <Typography variant="body2">
            <strong>
              {isWarning && 'warning · '}
              {gate} · {app}
            </strong>
            : {problem}
          </Typography>
          <Note>What to do: {remedy}</Note>
        </Box>
      ))}
    </Box>
  );
}

/** Formats the number of findings: `one problem`, `2 problems and one warning`. */
function formatFindings(findings: readonly Finding[]): string {
  const warnings = findings.filter(({ isWarning }) => isWarning).length;
  const count = (number: number, noun: string) => (number === 1 ? `one ${noun}` : `${number} ${noun}s`);
  return [
    ...(findings.length > warnings ? [count(findings.length - warnings, 'problem')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(' and ');
}

/** Error message and list of the findings of the gates. */
export function GateFindings({ findings }: { findings: readonly Finding[] }) {
  return (
    <>
      <Alert severity="error">The gates report {formatFindings(findings)}.</Alert>
      <FindingList findings={findings} />
    </>
  );
}
