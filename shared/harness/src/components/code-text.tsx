import { styled } from '@mui/material/styles';

/** Code block. Long lines wrap. */
export const CodeText = styled('code')(({ theme }) => ({
  display: 'block',
  minWidth: 0,
  padding: theme.spacing(1, 1.5),
  borderRadius: theme.shape.borderRadius,
  background: theme.vars.palette.background.sunken,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
}));
