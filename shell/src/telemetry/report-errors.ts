import {
  cleanErrorMessage,
  type ErrorBeacon,
  type ErrorReport,
  errorReportLimits,
  errorReportPath,
} from '@shop/remote-contract/error-report';

const frame = /\/r\/([^/\s]+\/[^/\s]+-[0-9a-f]{12}\/[\w./-]+\.js:\d+:\d+)/;

/** Removes what the shopper has typed on the page, and everything else that may be personal. */
function cleanMessage(text: string): string {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const typed = fields.map(({ value }) => value.trim()).filter((value) => value.length > 1);
  return cleanErrorMessage(typed.reduce((message, value) => message.replaceAll(value, '…'), text));
}

/**
 * Describes what was thrown: an error by its name and message, and an error of the API by its kind and status. The stack has
 * addresses of scripts: only positions in released scripts stay.
 */
function describeError(error: unknown, release: string): ErrorReport {
  const { name, message, stack, kind, status } = (error ?? {}) as Partial<Error> & {
    kind?: string;
    status?: string | number;
  };
  const title = [name, kind, status].filter((part) => part !== undefined).join(' ');
  const text = title || message !== undefined ? `${title || 'Error'}: ${message ?? ''}` : String(error);
  const frames = String(stack ?? '')
    .split('\n')
    .flatMap((line) => frame.exec(line)?.[1] ?? []);
  return { release, message: cleanMessage(text), frames: frames.slice(0, errorReportLimits.frames) };
}

/** Reports errors of this page: each different one once, and five in all. */
export interface ErrorReporter {
  add: (error: unknown, release: string) => void;
  /** Sends the reports that were added since the last call. */
  send: () => void;
}

/** @param composition The `seq` of the page's composition. */
export function createErrorReporter(composition: number): ErrorReporter {
  const known = new Set<string>();
  let unsent: ErrorReport[] = [];
  return {
    add: (error, release) => {
      if (known.size >= errorReportLimits.errorsPerBeacon) return;
      const report = describeError(error, release);
      const key = JSON.stringify(report);
      if (!known.has(key)) unsent.push(report);
      known.add(key);
    },
    send: () => {
      if (unsent.length === 0) return;
      const beacon: ErrorBeacon = { composition, errors: unsent };
      navigator.sendBeacon?.(errorReportPath, new Blob([JSON.stringify(beacon)], { type: 'application/json' }));
      unsent = [];
    },
  };
}
