import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';

export interface SignInScreenProps {
  problem: string | null;
  isBusy: boolean;
  onSignIn: (token: string) => void;
}

/** Sign-in with a token. */
export function SignInScreen({ problem, isBusy, onSignIn }: SignInScreenProps) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSignIn(token.trim());
  };
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', p: 3 }}>
      <Box component="form" onSubmit={submit} sx={{ width: '100%', maxWidth: 420, display: 'grid', gap: 3 }}>
        <div>
          <Typography variant="h1">Release console</Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Sign in with your token, or with the link that the console printed when it started.
          </Typography>
        </div>
        {problem && <Alert severity="error">{problem}</Alert>}
        <TextField
          label="Token"
          type="password"
          autoComplete="current-password"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button type="submit" variant="contained" disabled={isBusy || token.trim() === ''}>
          Sign in
        </Button>
      </Box>
    </Box>
  );
}
