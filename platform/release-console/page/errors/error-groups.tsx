import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ChevronDown } from 'lucide-react';
import type { EnvironmentView, ErrorGroup, ErrorList } from '../../api/responses';
import { formatApps, formatPages } from '../format/format';
import { RelativeTime } from '../format/relative-time';
import { ErrorDetails } from './error-details';

export interface ErrorGroupsProps {
  environment: EnvironmentView;
  list: ErrorList;
  /** The selected app; empty for all apps. */
  app: string;
  /** Id of the open group; empty when none is open. */
  openGroup: string;
  /** Opens a group, or closes it with an empty id. */
  onOpen: (id: string) => void;
}

/** The groups of errors. One is open at most: its id is in the address. */
export function ErrorGroups({ environment, list, app, openGroup, onOpen }: ErrorGroupsProps) {
  const { groups, hidden, dropped } = list;
  const isMissing = openGroup !== '' && groups.every(({ id }) => id !== openGroup);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {isMissing && (
        <Alert severity="info">The error of this link is not in the list: choose all apps or a longer period.</Alert>
      )}
      {groups.length === 0 && <Typography>Pages reported no errors{app && ` of ${app}`} in this period.</Typography>}
      {groups.length > 0 && (
        <Box component="ul" aria-label="Errors" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {groups.map((group) => (
            <Box component="li" key={group.id} sx={{ minWidth: 0 }}>
              <ErrorItem
                environment={environment}
                group={group}
                isOpen={group.id === openGroup}
                onToggle={(isOpen) => onOpen(isOpen ? group.id : '')}
              />
            </Box>
          ))}
        </Box>
      )}
      {hidden > 0 && (
        <Typography color="textSecondary" variant="body2">
          {hidden} less frequent errors are not shown: choose one app or a shorter period.
        </Typography>
      )}
      {dropped > 0 && (
        <Typography color="textSecondary" variant="body2">
          {dropped} reports of further errors are not recorded: a gateway records 200 different errors a day at most.
        </Typography>
      )}
    </Box>
  );
}

interface ErrorItemProps {
  environment: EnvironmentView;
  group: ErrorGroup;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

function ErrorItem({ environment, group, isOpen, onToggle }: ErrorItemProps) {
  const { app, message, count, versions, lastAt } = group;
  return (
    <Accordion
      disableGutters
      elevation={0}
      expanded={isOpen}
      onChange={(_, next) => onToggle(next)}
      slotProps={{ heading: { component: 'h2' }, transition: { timeout: 0, unmountOnExit: true } }}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ChevronDown size={20} aria-hidden />}>
        <Box
          component="span"
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 7rem 11rem' },
            columnGap: 3,
            rowGap: 0.5,
            alignItems: 'center',
            pr: 1,
          }}
        >
          <span>
            <Typography component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
              {message}
            </Typography>
            <Typography component="span" variant="body2" color="textSecondary">
              {app} {formatApps([...new Set(versions.map(({ version }) => version))])}
            </Typography>
          </span>
          <Typography component="span" sx={{ fontWeight: 600, textAlign: { md: 'right' } }}>
            {formatPages(count)}
          </Typography>
          <Typography component="span" variant="body2" color="textSecondary" sx={{ textAlign: { md: 'right' } }}>
            last <RelativeTime at={new Date(lastAt).toISOString()} />
          </Typography>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ borderTop: 1, borderColor: 'divider', p: { xs: 2, md: 2.5 } }}>
        <ErrorDetails environment={environment} group={group} />
      </AccordionDetails>
    </Accordion>
  );
}
