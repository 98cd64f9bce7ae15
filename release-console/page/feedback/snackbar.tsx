import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, useContext, useState } from 'react';

const NoticeContext = createContext<(text: string) => void>(() => undefined);

/** Says something that was done, on screen and to screen readers. */
export const useNotice = () => useContext(NoticeContext);

/** Shows one notice at a time; the newest counts. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState({ text: '', count: 0 });
  const say = (text: string) => setNotice(({ count }) => ({ text, count: count + 1 }));
  return (
    <NoticeContext value={say}>
      {children}
      <Snackbar
        key={notice.count}
        open={notice.text !== ''}
        autoHideDuration={8000}
        onClose={(_event, why) => why !== 'clickaway' && setNotice(({ count }) => ({ text: '', count }))}
        message={notice.text}
      />
    </NoticeContext>
  );
}
