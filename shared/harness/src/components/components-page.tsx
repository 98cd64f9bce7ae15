import '@shop/ui/tokens.css';
import '@shop/ui/base.css';
import { styled } from '@mui/material/styles';
import { ControlsTheme } from '@shop/ui/controls';
import { Typography } from '@shop/ui/core';
import { Contents } from './contents';
import { Foundations } from './foundations/foundations';
import { sections } from './sections';
import { StoryCard } from './story-card';
import { ThemeChoice } from './theme-choice';

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
  minHeight: 64,
  padding: theme.spacing(1, 'clamp(16px, 4vw, 48px)'),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.default,
}));

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0, 8),
  maxWidth: 1440,
  marginInline: 'auto',
  padding: theme.spacing(0, 'clamp(16px, 4vw, 48px)', 12),
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: '208px minmax(0, 1fr)' },
}));

const Part = styled('section')(({ theme }) => ({
  paddingTop: theme.spacing(8),
  '& > h2': { marginBottom: theme.spacing(1) },
  '& > p': { color: theme.vars.palette.text.secondary, maxWidth: '60ch', marginBottom: theme.spacing(4) },
}));

/** Gallery of the shared components with their states, in light and dark, from 320 px up. */
export function ComponentsPage() {
  return (
    <ControlsTheme>
      <Bar>
        <Typography component="span" variant="h3">
          Components
        </Typography>
        <ThemeChoice />
      </Bar>
      <Columns>
        <Contents />
        <main>
          <Typography variant="h1" style={{ margin: '48px 0 16px' }}>
            Shared components
          </Typography>
          <Typography style={{ maxWidth: '60ch', fontSize: '1.125rem' }}>
            Screens are built from these components. They take care of theme, contrast, focus and 44 px targets.
          </Typography>
          <Foundations />
          {sections.map(({ id, title, about, stories }) => (
            <Part key={id} id={id} aria-labelledby={`${id}-title`}>
              <Typography variant="h2" id={`${id}-title`}>
                {title}
              </Typography>
              <p>{about}</p>
              {stories.map((story) => (
                <StoryCard key={story.name} story={story} />
              ))}
            </Part>
          ))}
        </main>
      </Columns>
    </ControlsTheme>
  );
}
