import { text, useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { LazyComponent } from '@shop/ui/lazy-component';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { QrCode } from '../outcome/payment-outcome';
import { isUpiLink } from '../outcome/redirect-target';
import * as styles from './scan-to-pay.module.css';

/** The drawing library is a chunk of its own. It loads with the first code. If that fails, the shopper can still pay by the link. */
const loadQrDrawing = async () => (await import(/* webpackChunkName: "qr-drawing" */ './qr-drawing')).QrDrawing;

const codeName = text('QR code to pay for this order');

/**
 * The code to scan, and the ways to pay without scanning it. Specification 2 "Payment" and 4 "Payment page";
 * Interpretation 26.
 */
export function ScanToPay({ code }: { code: QrCode }) {
  const t = useTexts();
  return (
    <>
      {code.kind === 'text' && isUpiLink(code.text) && (
        <div className={styles.onTouch}>
          <AppLink url={code.text} />
        </div>
      )}
      <Typography>{t('Scan this code with any UPI or banking app.')}</Typography>
      <CodeToScan code={code} />
      {code.kind === 'text' && <CopyLink text={code.text} />}
    </>
  );
}

/** The link that opens a payment app. */
export function AppLink({ url }: { url: string }) {
  const t = useTexts();
  return (
    <Button component="a" href={url} variant="contained" size="large" fullWidth className={styles.app}>
      {t('Open payment app')}
    </Button>
  );
}

/** The code as a picture. The page shows `CopyLink` below a code of a text. */
export function CodeToScan({ code }: { code: QrCode }) {
  const t = useTexts();
  return (
    <div className={styles.code}>
      {code.kind === 'picture' && <PictureCode source={code.source} />}
      {code.kind === 'text' && (
        <LazyComponent
          load={loadQrDrawing}
          props={{ text: code.text, name: t(codeName) }}
          placeholder={<Skeleton variant="rectangular" width="100%" height="100%" />}
          failure={t('The QR code could not be drawn. Please copy the payment link below.')}
        />
      )}
    </div>
  );
}

function PictureCode({ source }: { source: string }) {
  const t = useTexts();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Typography>{t('The QR code could not be shown. Please go back and try again.')}</Typography>;
  return <img src={source} alt={t(codeName)} width={336} height={336} onError={() => setBroken(true)} />;
}

/** Copies the payment link. The link itself appears only when the clipboard cannot be used. */
export function CopyLink({ text }: { text: string }) {
  const t = useTexts();
  const [isShown, setShown] = useState(false);
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ title: t('Payment link copied') });
    } catch {
      // The clipboard needs HTTPS and a permission.
      setShown(true);
      notify({
        tone: 'destructive',
        title: t('The link could not be copied'),
        description: t('The link is selected. Copy it with your keyboard or the context menu.'),
      });
    }
  };
  return (
    <div className={styles.link}>
      <Button variant="outlined" startIcon={<Copy size={18} aria-hidden />} onClick={copy} className={styles.copy}>
        {t('Copy payment link')}
      </Button>
      {isShown && (
        <input
          ref={(input) => input?.select()}
          className={styles.linkText}
          aria-label={t('Payment link')}
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
      )}
    </div>
  );
}
