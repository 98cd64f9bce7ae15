import { useNotify } from '@shop/notifications/use-notify';
import { Button, Skeleton, Stack, styled, Typography } from '@shop/ui/core';
import { Copy } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { QrCode } from '../outcome/qr-code';
import { isUpiLink } from '../outcome/redirect-target';
import { PostPaymentActions } from './post-payment-actions';

/** Loads the drawing library with the first code. If that fails, the shopper can still pay by the link. */
const QrDrawing = lazy(async () => {
  try {
    const { QrDrawing: Drawing } = await import(/* webpackChunkName: "qr-drawing" */ './qr-drawing');
    return { default: Drawing };
  } catch (error) {
    console.error('The QR code cannot be drawn:', error);
    return { default: DrawingFailed };
  }
});

const codeName = 'QR code to pay for this order';

/** White in dark mode too: a QR code needs a light background and a quiet zone. */
const Sheet = styled('div')(({ theme }) => ({
  width: '100%',
  maxWidth: 360,
  aspectRatio: '1',
  padding: 12,
  display: 'grid',
  alignItems: 'center',
  background: '#FFFFFF',
  color: '#1F1B16',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  '& img, & svg': { width: '100%', height: '100%', objectFit: 'contain', imageRendering: 'pixelated' },
}));

const LinkText = styled('code')(({ theme }) => ({
  display: 'block',
  padding: theme.spacing(1.5, 0),
  borderBlock: `1px solid ${theme.vars.palette.divider}`,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
}));

/** Shown on touch devices only: a phone cannot scan its own screen, so it opens the app instead. */
const OnTouch = styled('div')({ width: '100%', maxWidth: 360, '@media (pointer: fine)': { display: 'none' } });

export interface ScanToPayProps {
  code: QrCode;
  /** Shows the form again. */
  onStartOver: () => void;
}

/**
 * The code to scan, and the ways to pay without scanning it. Specification 2 "Payment" and 4 "Payment page";
 * Interpretation 26.
 */
export function ScanToPay({ code, onStartOver }: ScanToPayProps) {
  return (
    <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
      {code.kind === 'text' && isUpiLink(code.text) && (
        <OnTouch>
          <Button href={code.text} variant="contained" size="large" fullWidth>
            Open UPI app
          </Button>
        </OnTouch>
      )}
      <Typography>Scan this code with any UPI or banking app.</Typography>
      <Sheet>{code.kind === 'text' ? <DrawnCode text={code.text} /> : <PictureCode source={code.source} />}</Sheet>
      {code.kind === 'text' && <CodeText text={code.text} />}
      <PostPaymentActions onStartOver={onStartOver} />
    </Stack>
  );
}

function DrawnCode({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" width="100%" height="100%" />}>
      <QrDrawing text={text} name={codeName} />
    </Suspense>
  );
}

function DrawingFailed() {
  return <Typography>The QR code could not be drawn. Please use the payment link below.</Typography>;
}

function PictureCode({ source }: { source: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Typography>The QR code could not be shown. Please go back and try again.</Typography>;
  return <img src={source} alt={codeName} width={336} height={336} onError={() => setBroken(true)} />;
}

function CodeText({ text }: { text: string }) {
  const shown = useRef<HTMLElement>(null);
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ title: 'Payment link copied' });
    } catch {
      // The clipboard needs HTTPS and a permission. Without them the text is selected, ready to be copied.
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
      notify({
        tone: 'destructive',
        title: 'The link could not be copied',
        description: 'The link is selected. Copy it with your keyboard or the context menu.',
      });
    }
  };
  return (
    <Stack spacing={1.5} sx={{ width: '100%' }}>
      <LinkText ref={shown}>{text}</LinkText>
      <Button
        variant="outlined"
        startIcon={<Copy size={18} aria-hidden />}
        onClick={copy}
        sx={{ alignSelf: 'flex-start' }}
      >
        Copy link
      </Button>
    </Stack>
  );
}
