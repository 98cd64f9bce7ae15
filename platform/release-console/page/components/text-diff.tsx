import { Box } from '@mui/material';
import { structuredPatch } from 'diff';
import { Note, sunken, visuallyHidden } from './layout';

export interface TextDiffProps {
  before: string;
  after: string;
  /** Names the difference for screen readers. */
  label: string;
}

const marks = {
  '+': { says: 'added: ', color: 'success.main' },
  '-': { says: 'removed: ', color: 'error.main' },
} as const;

/** The lines of two texts that differ, with three equal lines around them. */
export function TextDiff({ before, after, label }: TextDiffProps) {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
  const lines = hunks.flatMap((hunk) => [
    { key: `at ${hunk.oldStart}`, line: `@ line ${hunk.newStart}` },
    ...hunk.lines
      .filter((line) => !line.startsWith('\\'))
      .map((line, index) => ({ key: `${hunk.oldStart} ${index}`, line })),
  ]);
  if (lines.length === 0) return <Note>There is no difference.</Note>;
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ ...sunken, m: 0, p: 2, maxHeight: 420, overflow: 'auto', fontSize: '0.875rem' }}
    >
      {lines.map(({ key, line }) => {
        const mark = line.startsWith('+') ? marks['+'] : line.startsWith('-') ? marks['-'] : null;
        return (
          <Box
            key={key}
            component="span"
            sx={{ display: 'block', color: mark?.color ?? 'text.secondary', fontWeight: mark ? 600 : 400 }}
          >
            {mark && (
              <Box component="span" sx={visuallyHidden}>
                {mark.says}
              </Box>
            )}
            {line}
          </Box>
        );
      })}
    </Box>
  );
}
