import { Snackbar } from '@mui/material';
import { createContext, type ReactNode, useContext, useState } from 'react';

const SnackbarContext = createContext<(text: string) => void>(() => undefined);

/** Returns a function that shows a message on the screen and announces it to screen readers. */
export const useSnackbar = () => useContext(SnackbarContext);

/** Shows one message at a time. A new message replaces the previous one. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ text: '', count: 0 });
  const showMessage = (text: string) => setMessage(({ count }) => ({ text, count: count + 1 }));
  return (
    <SnackbarContext value={showMessage}>
      {children}
      <Snackbar
        key={message.count}
        open={message.text !== ''}
        autoHideDuration={8000}
        onClose={(_event, closeReason) =>
          closeReason !== 'clickaway' && setMessage(({ count }) => ({ text: '', count }))
        }
        message={message.text}
      />
    </SnackbarContext>
  );
}
