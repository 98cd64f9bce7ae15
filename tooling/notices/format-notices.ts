import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ShippedPackage } from './shipped-packages';

const licenseFile = /^(licen[cs]e|notice|ofl|copying)(\.[a-z]+)?$/i;

function readLicenseText(root: string, { folder }: ShippedPackage): string {
  const names = readdirSync(path.join(root, folder)).filter((name) => licenseFile.test(name));
  return names
    .sort()
    .map((name) =>
      readFileSync(path.join(root, folder, name), 'utf8')
        .replace(/\r\n/g, '\n')
        .trim(),
    )
    .join('\n\n');
}

/**
 * Formats THIRD-PARTY-NOTICES.txt: each licence text once, after the packages that it covers.
 *
 * @param root  Absolute path of the repository with installed packages.
 */
export function formatNotices(root: string, packages: readonly ShippedPackage[]): string {
  const byText = new Map<string, ShippedPackage[]>();
  for (const entry of packages) {
    const text = readLicenseText(root, entry);
    byText.set(text, [...(byText.get(text) ?? []), entry]);
  }
  const sections = [...byText].map(([text, covered]) => {
    const names = covered.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n');
    return `${names}\n\n${text || 'The package contains no licence text; its package.json names the licence above.'}`;
  });
  const line = '-'.repeat(80);
  return `Third-party software and fonts that the shop sends to browsers. "npm run notices -w tooling" writes this file.

${sections.map((section) => `${line}\n${section}\n`).join('\n')}`;
}
