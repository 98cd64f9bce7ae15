import { styled, Typography } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check } from 'lucide-react';
import { statusFlow } from '../../order/order-status';

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: `repeat(${statusFlow.length}, minmax(0, 1fr))` },
}));

const mark = 40;

/** A step with its mark, and the line that joins it to the one before: down on phones, across elsewhere. */
const Step = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  minHeight: 64,
  color: theme.vars.palette.text.secondary,
  '&[data-reached="true"]': { color: theme.vars.palette.text.primary },
  '&[aria-current]': { fontWeight: 600 },
  '&:not(:first-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: mark / 2 - 1,
    bottom: `calc(50% + ${mark / 2}px)`,
    width: 2,
    height: 64 - mark,
    background: theme.vars.palette.divider,
  },
  '&[data-reached="true"]::before': { background: theme.vars.palette.accent },
  [theme.breakpoints.up('sm')]: {
    flexDirection: 'column',
    textAlign: 'center',
    gap: theme.spacing(1),
    '&:not(:first-of-type)::before': {
      top: mark / 2 - 1,
      bottom: 'auto',
      left: `calc(-50% + ${mark / 2}px)`,
      width: `calc(100% - ${mark}px)`,
      height: 2,
    },
  },
}));

const Mark = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: mark,
  height: mark,
  borderRadius: '50%',
  border: `1px solid ${theme.vars.palette.divider}`,
  '[data-reached="true"] > &': { borderColor: theme.vars.palette.accent, color: theme.vars.palette.accent },
  '[aria-current] > &': {
    backgroundColor: theme.vars.palette.accent,
    color: theme.vars.palette.background.default,
  },
}));

/** How far an order has come, whose status is the step at `reached`. Specification 4 "Order status flow". */
export function OrderProgress({ reached }: { reached: number }) {
  return (
    <Steps aria-label="Order progress">
      {statusFlow.map((step, position) => {
        const isDone = position < reached;
        return (
          <Step
            key={step.name}
            data-reached={position <= reached}
            aria-current={position === reached ? 'step' : undefined}
          >
            <Mark>{isDone ? <Check size={20} aria-hidden /> : <step.Icon size={20} aria-hidden />}</Mark>
            <Typography variant="body2" component="span" sx={{ fontWeight: 'inherit' }}>
              {step.name}
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            </Typography>
          </Step>
        );
      })}
    </Steps>
  );
}
