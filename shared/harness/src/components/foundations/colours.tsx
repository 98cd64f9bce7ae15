import { getContrastRatio, styled } from '@mui/material/styles';
import { useThemeMode } from '@shop/ui/core';
import { palette } from '@shop/ui/tokens';

type Tone = keyof typeof palette.light;

interface Swatch {
  /** Name in the theme. */
  inTheme: string;
  use: string;
  /** The other colour of the pair whose contrast is shown. */
  with: Tone;
}

/** Every colour of the palette. The compiler reports a missing one. */
const swatches: Record<Tone, Swatch> = {
  paper: { inTheme: 'background.default', use: 'Background of every page', with: 'ink' },
  raised: { inTheme: 'background.paper', use: 'Cards, toasts, menus', with: 'ink' },
  sunken: { inTheme: 'background.sunken', use: 'Background of pictures and bands', with: 'ink' },
  ink: { inTheme: 'text.primary', use: 'Text', with: 'paper' },
  inkSoft: { inTheme: 'text.secondary', use: 'Secondary text', with: 'paper' },
  hairline: { inTheme: 'divider', use: 'Rules, decorative edges', with: 'paper' },
  outline: { inTheme: 'outline', use: 'Edges of controls', with: 'paper' },
  copper: { inTheme: 'primary.main', use: 'Actions, links, the focus', with: 'onCopper' },
  copperDeep: { inTheme: 'primary.dark', use: 'Actions on hover', with: 'onCopper' },
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

/** The palette of the chosen theme. Each colour shows the contrast of the pair that it is used in. */
export function Colours() {
  const { mode, systemMode = 'light' } = useThemeMode();
  const tones = palette[mode === 'system' ? systemMode : mode];
  return (
    <Grid>
      {Object.entries(swatches).map(([name, { inTheme, use, with: other }]) => {
        const ratio = getContrastRatio(tones[name as Tone], tones[other]);
        const isBackground = ['paper', 'raised', 'sunken', 'copper', 'copperDeep', 'turmeric'].includes(name);
        const [background, ink] = isBackground ? [name as Tone, other] : [other, name as Tone];
        return (
          <li key={name}>
            <Chip style={{ background: isBackground ? tones[background] : tones[ink] }} aria-hidden>
              {isBackground && <span style={{ color: tones[ink] }}>{ink}</span>}
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
