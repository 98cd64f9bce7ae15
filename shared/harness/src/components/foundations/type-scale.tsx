import { styled, useTheme } from '@mui/material/styles';
import { Typography } from '@shop/ui/core';

const variants = ['h1', 'h2', 'h3', 'body1', 'body2', 'caption', 'overline', 'button'] as const;

const sample = {
  h1: 'Copper that answers the flame',
  h2: 'Made for the Indian kitchen',
  h3: 'Hammered Copper Saucepan',
  body1: 'Hand-hammered from 2 mm copper and lined with tin: it answers the flame within seconds. ₹4,850',
  body2: 'Delivered within five days, all over India.',
  caption: 'Inclusive of all taxes',
  overline: 'New in cookware',
  button: 'Add to Cart',
};

const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.5, 4),
  alignItems: 'baseline',
  paddingBlock: theme.spacing(2),
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '220px minmax(0, 1fr)' },
}));

/** Every step of the theme's type scale. */
export function TypeScale() {
  const { typography } = useTheme();
  return (
    <div>
      {variants.map((variant) => {
        const { fontSize, lineHeight, fontWeight = 400 } = typography[variant];
        return (
          <Row key={variant}>
            <Typography variant="caption" tone="secondary">
              <strong>{variant}</strong> · {fontWeight} · {lineHeight}
              <br />
              {String(fontSize)}
            </Typography>
            {variant === 'button' ? (
              <p style={{ margin: 0, font: 'var(--shop-font-button)' }}>{sample.button}</p>
            ) : (
              <Typography variant={variant} component="p">
                {sample[variant]}
              </Typography>
            )}
          </Row>
        );
      })}
    </div>
  );
}
