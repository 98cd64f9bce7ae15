import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from '@playwright/test';
import { themes } from '../fixtures/screens';
import { album, shelf, windows } from './album';

/** Width of a screenshot on a sheet, and of the sheet, in CSS pixels. */
const thumbnail = { 390: 260, 820: 380, 1440: 520 } as Record<number, number>;
const sheetWidth = 2200;

for (const { width, height } of windows) {
  for (const theme of themes) {
    test(`contact sheet ${width} ${theme}`, async ({ page }) => {
      const folder = shelf(width, theme);
      const files = (await readdir(folder)).filter((file) => file.endsWith('.png')).sort();
      const shown = thumbnail[width] ?? width;
      const figures = files.map((file) => {
        const source = pathToFileURL(path.join(folder, file));
        return `<figure><a href="${source}"><img src="${source}" alt=""></a><figcaption>${file.replace('.png', '')}</figcaption></figure>`;
      });
      const style = `body{margin:16px;font:14px sans-serif;background:#888;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}
        a{display:block;overflow:hidden;height:${Math.round((shown * height * 1.5) / width)}px}img{display:block;width:${shown}px}`;
      const sheet = path.join(album, `sheet-${width}-${theme}`);
      await writeFile(`${sheet}.html`, `<!doctype html><style>${style}</style>${figures.join('\n')}`);
      await page.setViewportSize({ width: sheetWidth, height: 900 });
      await page.goto(String(pathToFileURL(`${sheet}.html`)));
      await page.screenshot({ path: `${sheet}.png`, fullPage: true });
    });
  }
}
