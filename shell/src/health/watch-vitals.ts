import type { HealthBeacon } from '@shop/remote-contract/health';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';

/** Watches this page's web vitals. @param tell Told each once it is final, with its value in milliseconds; CLS has no unit. */
export function watchVitals(tell: (name: keyof HealthBeacon['vitals'], value: number) => void): void {
  const pass = (name: keyof HealthBeacon['vitals']) => (metric: Metric) => tell(name, metric.value);
  onLCP(pass('LCP'));
  onINP(pass('INP'));
  onCLS(pass('CLS'));
  onTTFB(pass('TTFB'));
}
