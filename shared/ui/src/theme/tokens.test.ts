import { palette } from './tokens';

/** WCAG 2.2 contrast ratio of two hex colours. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('%s palette', (mode) => {
  const tone = palette[mode];
  const grounds = [tone.paper, tone.raised, tone.sunken];

  it.each(['ink', 'inkSoft', 'copper', 'copperDeep', 'cardamom', 'danger'] as const)(
    '%s reads on every ground',
    (name) => {
      for (const ground of grounds) expect(contrast(tone[name], ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('has readable labels on filled buttons and badges', () => {
    expect(contrast(tone.onCopper, tone.copper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone.onCopper, tone.copperDeep)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone.onTurmeric, tone.turmeric)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone.onDanger, tone.danger)).toBeGreaterThanOrEqual(4.5);
  });

  it('has visible edges around what can be operated', () => {
    for (const ground of grounds) expect(contrast(tone.outline, ground)).toBeGreaterThanOrEqual(3);
  });
});
