import { Button } from '@mui/material';
import { useSnackbar } from './snackbar';

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
