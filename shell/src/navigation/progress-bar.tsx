import { useIsNavigating } from '@shop/router/history-router';
import { keyframes, styled } from '@shop/ui/core';

const creep = keyframes({ from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.9)' } });

const Bar = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: '0 0 auto 0',
  height: 3,
  zIndex: theme.zIndex.tooltip,
  background: theme.vars.palette.primary.main,
  transformOrigin: '0 0',
  // The delay keeps the bar out of quick navigations.
  animation: `${creep} 8s cubic-bezier(0.1, 0.7, 0.1, 1) 150ms both`,
}));

/** Shows that the next screen is loading. */
export function ProgressBar() {
  return useIsNavigating() ? <Bar role="progressbar" aria-label="Loading page" /> : null;
}
