import { styled } from '@mui/material/styles';
import { Typography } from '@shop/ui/core';
import { ImportLine } from './import-line';
import { formatImport, type Story, type StoryState } from './story';

const Card = styled('article')(({ theme }) => ({
  paddingBlock: theme.spacing(4),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  // Keeps the card below the bar when the address points to it.
  scrollMarginTop: 64,
}));

const States = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: theme.spacing(2),
  marginTop: theme.spacing(3),
}));

const State = styled('figure')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  margin: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  '&[data-wide]': { gridColumn: '1 / -1' },
}));

const Label = styled('figcaption')(({ theme }) => ({
  padding: theme.spacing(1, 2),
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
}));

const Stage = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  alignItems: 'flex-start',
  minWidth: 0,
  padding: theme.spacing(1, 2, 3),
  '& > *': { maxWidth: '100%' },
  '& > form': { width: '100%' },
  '[data-wide] > &': { display: 'block' },
}));

/** A component with its states and its import statement. */
export function StoryCard({ story }: { story: Story }) {
  const { name, about, states } = story;
  return (
    <Card id={name} aria-labelledby={`${name}-name`}>
      <Typography variant="h3" id={`${name}-name`}>
        {name}
      </Typography>
      <Typography tone="secondary" style={{ maxWidth: '60ch', margin: '4px 0 12px' }}>
        {about}
      </Typography>
      <ImportLine line={formatImport(story)} />
      <States>{states.map(renderState)}</States>
    </Card>
  );
}

function renderState({ label, show, isWide }: StoryState) {
  return (
    <State key={label} data-wide={isWide || undefined}>
      <Label>{label}</Label>
      <Stage>{show}</Stage>
    </State>
  );
}
