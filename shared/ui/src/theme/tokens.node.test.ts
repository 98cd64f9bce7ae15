import { palette } from './tokens';

/** WCAG 2.2 contrast ratio of two hex colours. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((index) => {
      const channel = Number.parseInt(hex.slice(index, index + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('%s palette', (mode) => {
  const tone = palette[mode];
  const backgrounds = [tone.paper, tone.raised, tone.sunken];

  it.each(['ink', 'inkSoft', 'copper', 'copperDeep', 'cardamom', 'danger'] as const)(
    '%s has readable contrast on every background',
    (name) => {
      for (const background of backgrounds) expect(contrast(tone[name], background)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('has readable labels on filled buttons and badges', () => {
    expect(contrast(tone.onCopper, tone.copper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone.onCopper, tone.copperDeep)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone.onTurmeric, tone.turmeric)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(tone.onDanger, tone.danger)).toBeGreaterThanOrEqual(4.5);
  });

  it('has visible edges around controls', () => {
    for (const background of backgrounds) expect(contrast(tone.outline, background)).toBeGreaterThanOrEqual(3);
  });
});
