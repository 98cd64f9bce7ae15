import { Box, Button, IconButton, Typography } from '@mui/material';
import type { ConsoleState, EnvironmentView } from '@shop/releases/service-api/responses';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { HashRoute } from './hash-route';

/** Styles of an area as wide as the page. */
export const pageWidth = { maxWidth: 1240, mx: 'auto', px: { xs: 2, md: 4 } } as const;
/** Styles of a grid whose column is never wider than the window. */
export const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;
/** Styles of a row that breaks when it is too wide. */
export const row = { display: 'flex', flexWrap: 'wrap' } as const;
/** Styles of a list without marks, one item below the other. */
export const plainList = { listStyle: 'none', m: 0, p: 0, display: 'grid' } as const;
/** Styles of a framed area. */
export const panel = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  display: 'grid',
} as const;
/** Styles of an area below the page around it, such as that of code. */
export const sunken = { bgcolor: 'background.sunken', borderRadius: 1 } as const;
/** Styles that hide text from the screen and keep it for screen readers. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

interface ScreenProps {
  /** What the view shows, from the address. */
  params: HashRoute['params'];
  /** The signed-in person. */
  person: string;
}

/** Properties of a screen of all environments. */
export interface GlobalScreenProps extends ScreenProps {
  state: ConsoleState;
}

/** Properties of a screen of one environment. */
export interface EnvironmentScreenProps extends ScreenProps {
  environment: EnvironmentView;
  all: readonly EnvironmentView[];
}

/** A secondary text. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Typography color="textSecondary" variant="body2">
      {children}
    </Typography>
  );
}

const headingId = 'view-heading';

/** Moves the focus to the heading of the view, for screen readers after a change of view or state. */
export function focusHeading(): void {
  // In the next frame: a dialog that closes now first returns the focus to its opener.
  requestAnimationFrame(() => {
    const isTyping = document.activeElement?.matches('input, textarea');
    if (!isTyping) document.getElementById(headingId)?.focus();
  });
}

export interface ViewHeadingProps {
  children: ReactNode;
  /** Text below the heading. */
  note?: ReactNode;
  /** Controls next to the heading. */
  actions?: ReactNode;
}

/** The main heading of a view. It receives the focus when the view opens. */
export function ViewHeading({ children, note, actions }: ViewHeadingProps) {
  return (
    <Box sx={{ ...row, gap: 2, alignItems: 'end' }}>
      <Box sx={{ mr: 'auto' }}>
        <Typography variant="h1" id={headingId} tabIndex={-1}>
          {children}
        </Typography>
        {note && (
          <Typography color="textSecondary" sx={{ mt: 0.5 }}>
            {note}
          </Typography>
        )}
      </Box>
      {actions}
    </Box>
  );
}

export interface SectionProps {
  title: ReactNode;
  /** Text below the heading. */
  note?: ReactNode;
  /** Controls below the text. */
  actions?: ReactNode;
  /** Space between the parts. Default: 2. */
  gap?: number;
  children: ReactNode;
}

/** A part of a view with a heading, which names it. */
export function Section({ title, note, actions, gap = 2, children }: SectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ ...oneColumn, gap, minWidth: 0 }}>
      <div>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {note && <Note>{note}</Note>}
        {actions}
      </div>
      {children}
    </Box>
  );
}

export interface ListItemProps {
  title: ReactNode;
  /** Chips beside the title. */
  chips?: ReactNode;
  /** Button beside the item. */
  action?: ReactNode;
  children: ReactNode;
}

/** A framed item of a list. */
export function ListItem({ title, chips, action, children }: ListItemProps) {
  return (
    <Box component="li" sx={{ ...panel, p: 2, gap: 1.5, gridTemplateColumns: { md: 'minmax(0, 1fr) auto' } }}>
      <Box sx={{ ...oneColumn, gap: 0.5 }}>
        <Box sx={{ ...row, columnGap: 1, rowGap: 0.5, alignItems: 'center' }}>
          <Typography variant="h3">{title}</Typography>
          {chips}
        </Box>
        {children}
      </Box>
      {action && <div>{action}</div>}
    </Box>
  );
}

export interface FormButtonsProps {
  /** Label of the button that sends the form. */
  submit: string;
  isReady: boolean;
  isLoading: boolean;
  onClose: () => void;
}

/** The buttons of a form in a view. */
export function FormButtons({ submit, isReady, isLoading, onClose }: FormButtonsProps) {
  return (
    <Box sx={{ ...row, gap: 1 }}>
      <Button type="submit" variant="contained" loading={isLoading} disabled={!isReady}>
        {submit}
      </Button>
      <Button onClick={onClose} disabled={isLoading}>
        Cancel
      </Button>
    </Box>
  );
}

/** A button that removes an item of a form. @param what  Names the item: `stage 2`. */
export function RemoveButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <IconButton aria-label={`Remove ${what}`} onClick={onClick}>
      <X size={18} aria-hidden />
    </IconButton>
  );
}
