import { Box, Button } from '@mui/material';
import { sunken } from './layout';
import { useSnackbar } from './snackbar';

export interface CodeBlockProps {
  children: string;
  /** What the text is, for the button that copies it: `command`. */
  what: string;
}

/** A text for a terminal, with a button that copies it. */
export function CodeBlock({ children, what }: CodeBlockProps) {
  return (
    <Box sx={{ ...sunken, p: 2, pb: 1, display: 'grid', justifyItems: 'start' }}>
      <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '100%' }}>
        {children}
      </Box>
      <CopyButton text={children} what={what} />
    </Box>
  );
}

export interface CopyButtonProps {
  text: string;
  /** What the text is: `link`. */
  what: string;
}

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const showMessage = useSnackbar();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showMessage(`The ${what} is copied.`);
    } catch {
      showMessage(`The ${what} could not be copied: select it and copy it by hand.`);
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      Copy {what}
    </Button>
  );
}
