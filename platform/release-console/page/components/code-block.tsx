import { Box } from '@mui/material';
import { CopyButton } from './copy-button';

export interface CodeBlockProps {
  children: string;
  /** What the text is, for the button that copies it: `command`. */
  what: string;
}

/** A text for a terminal, with a button that copies it. */
export function CodeBlock({ children, what }: CodeBlockProps) {
  return (
    <Box sx={{ bgcolor: 'background.sunken', borderRadius: 1, p: 2, pb: 1, display: 'grid', justifyItems: 'start' }}>
      <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '100%' }}>
        {children}
      </Box>
      <CopyButton text={children} what={what} />
    </Box>
  );
}
