import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Finding } from '../../api/responses';

/** Findings of the gates: gate, app, problem and remedy. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <Box
      component="ul"
      aria-label="Findings of the gates"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
    >
      {findings.map(({ gate, app, problem, remedy }) => (
        <Box
          component="li"
          key={`${gate} ${app} ${problem}`}
          sx={{ borderLeft: 3, borderColor: 'error.main', pl: 1.5 }}
        >
          <Typography variant="body2">
            <strong>
              {gate} · {app}
            </strong>
            : {problem}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            What to do: {remedy}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
