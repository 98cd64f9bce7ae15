import '@shop/ui/tokens.css';
import '@shop/ui/base.css';
import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { ControlsTheme } from '@shop/ui/controls';
import { Button, Container, followThemeMode, Typography, useThemeMode } from '@shop/ui/core';
import { palette } from '@shop/ui/tokens';
import { useEffect } from 'react';
import * as styles from './components-page.module.css';
import { controlExamples } from './control-examples';
import { type ComponentExamples, formatImport } from './example';
import { screenExamples } from './screen-examples';

/** Every component of `shared/ui` and `shared/forms`. components-page.slow.test.tsx fails when one is missing. */
export const examples: readonly ComponentExamples[] = [...screenExamples, ...controlExamples];

/** Links of the examples lead nowhere. */
const history = createMemoryHistory();

/** Gallery of the shared components with their states and import statements, in light and dark, from 320 px up. */
export function ComponentsPage() {
  const { mode, systemMode = 'light', setMode } = useThemeMode();
  useEffect(followThemeMode, []);
  const theme = mode === 'system' ? systemMode : mode;
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <HistoryRouter history={history}>
      <ControlsTheme>
        <Container component="main" maxWidth="xl" className={styles.page}>
          <Typography variant="h1">Shared components</Typography>
          <Button variant="outlined" onClick={() => setMode(otherTheme)}>
            Show the {otherTheme} theme
          </Button>
          <Typography variant="h2">Colours</Typography>
          <ul className={styles.states}>
            {Object.entries(palette[theme]).map(([name, colour]) => (
              <li key={name} className={styles.state}>
                <div className={styles.colour} style={{ background: colour }} />
                {name} {colour}
              </li>
            ))}
          </ul>
          {examples.map((component) => (
            <Examples key={component.name} {...component} />
          ))}
        </Container>
      </ControlsTheme>
    </HistoryRouter>
  );
}

function Examples({ name, from, states }: ComponentExamples) {
  return (
    <article id={name} aria-labelledby={`${name}-name`}>
      <Typography variant="h2" id={`${name}-name`}>
        {name}
      </Typography>
      <code className={styles.code}>{formatImport({ name, from })}</code>
      <div className={styles.states}>
        {Object.entries(states).map(([label, show]) => (
          <figure key={label} className={styles.state}>
            <figcaption>{label}</figcaption>
            {show}
          </figure>
        ))}
      </div>
    </article>
  );
}
