import { getContrastRatio } from '@mui/material/styles';
import { styled, useColorScheme } from '@shop/ui/core';
import { palette } from '@shop/ui/tokens';

type Tone = keyof typeof palette.light;

interface Swatch {
  /** How a screen names it. */
  inTheme: string;
  use: string;
  /** What lies on it, or what it lies on: the pair whose contrast is shown. */
  with: Tone;
}

/** Every colour there is: the compiler misses one that has been added. */
const swatches: Record<Tone, Swatch> = {
  paper: { inTheme: 'background.default', use: 'The ground of every page', with: 'ink' },
  raised: { inTheme: 'background.paper', use: 'Cards, toasts, menus', with: 'ink' },
  sunken: { inTheme: 'background.sunken', use: 'Places of pictures, bands', with: 'ink' },
  ink: { inTheme: 'text.primary', use: 'Text', with: 'paper' },
  inkSoft: { inTheme: 'text.secondary', use: 'Text beside the point', with: 'paper' },
  hairline: { inTheme: 'divider', use: 'Rules, decorative edges', with: 'paper' },
  outline: { inTheme: 'outline', use: 'Edges of what can be operated', with: 'paper' },
  copper: { inTheme: 'primary.main', use: 'Actions, links, the focus', with: 'onCopper' },
  copperDeep: { inTheme: 'primary.dark', use: 'An action under the pointer', with: 'onCopper' },
  onCopper: { inTheme: 'primary.contrastText', use: 'Labels on copper', with: 'copper' },
  cardamom: { inTheme: 'accent', use: 'Calm accents, success', with: 'paper' },
  turmeric: { inTheme: 'sale', use: 'The Sale badge', with: 'onTurmeric' },
  onTurmeric: { inTheme: 'onSale', use: 'Its label', with: 'turmeric' },
  danger: { inTheme: 'error.main', use: 'Errors and failures', with: 'paper' },
  onDanger: { inTheme: 'error.contrastText', use: 'Labels on danger', with: 'danger' },
};

const Grid = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
  gap: theme.spacing(3, 2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
}));

const Chip = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  height: 96,
  padding: theme.spacing(1, 1.5),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
}));

const Name = styled('strong')({ display: 'block', marginTop: 8, fontWeight: 600 });
const Line = styled('span')(({ theme }) => ({
  display: 'block',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
}));

/** The palette of the theme that is chosen, each colour with the contrast of the pair it is used in. */
export function Colours() {
  const { colorScheme = 'light' } = useColorScheme();
  const tones = palette[colorScheme];
  return (
    <Grid>
      {Object.entries(swatches).map(([name, { inTheme, use, with: other }]) => {
        const ratio = getContrastRatio(tones[name as Tone], tones[other]);
        const isGround = ['paper', 'raised', 'sunken', 'copper', 'copperDeep', 'turmeric'].includes(name);
        const [ground, ink] = isGround ? [name as Tone, other] : [other, name as Tone];
        return (
          <li key={name}>
            <Chip style={{ background: isGround ? tones[ground] : tones[ink] }} aria-hidden>
              {isGround && <span style={{ color: tones[ink] }}>{ink}</span>}
            </Chip>
            <Name>{inTheme}</Name>
            <Line>
              {name} {tones[name as Tone]}
            </Line>
            <Line>
              {ratio.toFixed(1)} : 1 with {other}
            </Line>
            <Line>{use}</Line>
          </li>
        );
      })}
    </Grid>
  );
}
