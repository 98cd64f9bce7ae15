import { styled } from '@mui/material/styles';
import { IconButton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

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

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 4, maxWidth: '100%' });

/** A line of code with a button that copies it. */
export function ImportLine({ line }: { line: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(line);
    setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Row>
      <CodeText>{line}</CodeText>
      <IconButton aria-label={`Copy: ${line}`} onClick={() => void copy()} onBlur={() => setCopied(false)}>
        <Icon size={18} aria-hidden />
      </IconButton>
      <VisuallyHidden role="status">{isCopied ? 'Copied' : ''}</VisuallyHidden>
    </Row>
  );
}
