import { styled } from '@shop/ui/core';
import { ChevronDown, Grid2x2, Grid3x3 } from 'lucide-react';
import { useId } from 'react';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.spacing(1.5, 3),
  paddingBlock: theme.spacing(1.5),
  marginBottom: theme.spacing(3),
  borderBlock: `1px solid ${theme.vars.palette.divider}`,
  [theme.breakpoints.up('md')]: { marginBottom: theme.spacing(4) },
}));

const Filter = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  minWidth: 0,
  fontSize: '0.9375rem',
  '& > label': { flex: 'none', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: { flex: '1 1 100%' },
}));

const SelectFrame = styled('div')({
  position: 'relative',
  flex: '1 1 auto',
  minWidth: 0,
  '& > svg': { position: 'absolute', insetInlineEnd: 12, top: 14, pointerEvents: 'none' },
});

const Select = styled('select')(({ theme }) => ({
  appearance: 'none',
  width: '100%',
  minHeight: 44,
  padding: theme.spacing(0, 5, 0, 1.75),
  font: 'inherit',
  fontWeight: 600,
  textOverflow: 'ellipsis',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.default,
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
  [theme.breakpoints.up('md')]: { minWidth: 220 },
}));

/** Hidden on mobile screens, which are narrower than 768 px. Specification 2. */
const Toggle = styled('div')(({ theme }) => ({
  display: 'flex',
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const ToggleButton = styled('button')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  padding: 0,
  border: 0,
  background: 'none',
  cursor: 'pointer',
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette.text.secondary,
  '&[aria-pressed=true]': { color: theme.vars.palette.primary.main },
  '&:hover': { background: theme.vars.palette.background.sunken },
}));

const views = [
  { columns: 3, label: '3 columns', Icon: Grid3x3 },
  { columns: 2, label: '2 columns', Icon: Grid2x2 },
] as const;

export interface ListToolbarProps {
  subCategories: readonly string[];
  /** The selected sub-category. Empty for all. */
  subCategory: string;
  onSubCategory: (name: string) => void;
  columns: 2 | 3;
  onColumns: (columns: 2 | 3) => void;
}

/** Selects the sub-category and the number of columns. Specification 2 "Products page". */
export function ListToolbar(props: ListToolbarProps) {
  const { subCategories, subCategory, onSubCategory, columns, onColumns } = props;
  const selectId = useId();
  return (
    <Bar>
      <Filter>
        <label htmlFor={selectId}>Sub-category</label>
        <SelectFrame>
          <Select id={selectId} value={subCategory} onChange={(event) => onSubCategory(event.target.value)}>
            <option value="">All</option>
            {subCategories.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
          <ChevronDown size={16} aria-hidden />
        </SelectFrame>
      </Filter>
      <Toggle role="group" aria-label="Grid view">
        {views.map(({ columns: count, label, Icon }) => (
          <ToggleButton
            key={label}
            type="button"
            aria-label={label}
            aria-pressed={columns === count}
            onClick={() => onColumns(count)}
          >
            <Icon size={20} aria-hidden />
          </ToggleButton>
        ))}
      </Toggle>
    </Bar>
  );
}
