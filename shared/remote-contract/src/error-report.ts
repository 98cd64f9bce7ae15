/** One error of a page, without personal data. */
export interface ErrorReport {
  /** The release whose file comes first in the stack: `mf-catalog/1.0.0-4f3a…`. */
  release: string;
  /** Name and message, as {@link cleanErrorMessage} returns it. */
  message: string;
  /** Positions in released scripts, innermost first: `mf-catalog/1.0.0-4f3a…/home.js:1:2345`. */
  frames: readonly string[];
}

/** JSON posted to `/-/errors`: errors that the page has not reported before. It identifies no visitor. */
export interface ErrorBeacon {
  /** The `seq` of the page's composition. */
  composition: number;
  errors: readonly ErrorReport[];
}

/** Path that pages post their error reports to. */
export const errorReportPath = '/-/errors';

/** Limits of a report. A page drops what is beyond them, and a gateway refuses it. */
export const errorReportLimits = { errorsPerBeacon: 5, messageLength: 200, frames: 12 } as const;

/** A position in a released script. */
export const framePattern =
  /^([a-z][a-z0-9-]*\/[A-Za-z0-9.+_-]{1,80}-[0-9a-f]{12})\/([A-Za-z0-9._/-]{1,80}\.js):(\d{1,9}):(\d{1,9})$/;

/**
 * Removes from an error message what may be personal or secret: addresses with their query strings, quoted values, e-mail
 * addresses, tokens and long numbers. The names of properties in messages of JavaScript engines stay.
 *
 * @returns At most 200 characters in one line.
 * @example cleanErrorMessage('"ada" at https://shop.example/orders/4711?t=x') // '"…" at …'
 */
export const cleanErrorMessage = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/\s+/g, ' ')
    .replace(/[a-z][a-z0-9+.-]*:\/\/[^\s"'`()<>]+/gi, '…')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/`[^`]*`/g, '`…`')
    .replace(/(\((?:reading|setting|evaluating) )?'([^']*)'/g, (_, access?: string, value?: string) =>
      access && /^[A-Za-z_$][\w$.]{0,60}$/.test(value ?? '') ? `${access}'${value}'` : `${access ?? ''}'…'`,
    )
    .replace(/\S+@\S+/g, '…')
    .replace(/(^|[\s(])\/[^\s)]*/g, '$1…')
    .replace(/[\w~+/=.-]{20,}/g, (word) => (/\d/.test(word) ? '…' : word))
    .replace(/\d{4,}/g, '…')
    .trim()
    .slice(0, errorReportLimits.messageLength);
