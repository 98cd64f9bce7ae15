import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useEffect } from 'react';
import type { EnvironmentView } from '../../api/responses';
import type { HashRoute } from '../navigation/hash-route';
import { focusHeading } from '../navigation/view-heading';

/** Lazy: the first view of the console does not need them. */
const ErrorsScreen = lazy(() => import('../errors/errors.screen').then((file) => ({ default: file.ErrorsScreen })));
const FiguresScreen = lazy(() => import('../figures/figures.screen').then((file) => ({ default: file.FiguresScreen })));

export interface ReportViewProps {
  view: 'errors' | 'figures';
  environment: EnvironmentView;
  params: NonNullable<HashRoute['params']>;
}

/** The errors or the figures of an environment. Their code loads when they open for the first time. */
export function ReportView({ view, environment, params }: ReportViewProps) {
  const Screen = view === 'errors' ? ErrorsScreen : FiguresScreen;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={320} role="status" aria-label={`Loading ${view}`} />}>
      <Screen environment={environment} params={params} />
      <HeadingFocus key={view} />
    </Suspense>
  );
}

/** Focuses the heading when it appears: at the change of view, its code may not be loaded yet. */
function HeadingFocus() {
  useEffect(focusHeading, []);
  return null;
}
