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

/** Diameter of the circle of a step, in pixels. */
const circleSize = 40;

/** A step and the line to the previous step: vertical on phones, horizontal elsewhere. */
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
    left: circleSize / 2 - 1,
    bottom: `calc(50% + ${circleSize / 2}px)`,
    width: 2,
    height: 64 - circleSize,
    background: theme.vars.palette.divider,
  },
  '&[data-reached="true"]::before': { background: theme.vars.palette.accent },
  [theme.breakpoints.up('sm')]: {
    flexDirection: 'column',
    textAlign: 'center',
    gap: theme.spacing(1),
    '&:not(:first-of-type)::before': {
      top: circleSize / 2 - 1,
      bottom: 'auto',
      left: `calc(-50% + ${circleSize / 2}px)`,
      width: `calc(100% - ${circleSize}px)`,
      height: 2,
    },
  },
}));

const Circle = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: circleSize,
  height: circleSize,
  borderRadius: '50%',
  border: `1px solid ${theme.vars.palette.divider}`,
  '[data-reached="true"] > &': { borderColor: theme.vars.palette.accent, color: theme.vars.palette.accent },
  '[aria-current] > &': {
    backgroundColor: theme.vars.palette.accent,
    color: theme.vars.palette.background.default,
  },
}));

export interface OrderProgressProps {
  /** Status code of the order; an index of `statusFlow`. */
  status: number;
}

/** The steps of an order up to delivery, with the current step marked. Specification 4 "Order status flow". */
export function OrderProgress({ status }: OrderProgressProps) {
  return (
    <Steps aria-label="Order progress">
      {statusFlow.map((step, index) => {
        const isDone = index < status;
        return (
          <Step key={step.name} data-reached={index <= status} aria-current={index === status ? 'step' : undefined}>
            <Circle>{isDone ? <Check size={20} aria-hidden /> : <step.Icon size={20} aria-hidden />}</Circle>
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
