import type { ApiError } from '@shop/api-client/api-error';
import type { Texts } from '@shop/language/texts';

/** Why a call failed, and what to do. */
export interface FailureReason {
  text: string;
  /** Value of `lang` when the text is not in the language of the page. */
  lang?: string | undefined;
}

/** A message for developers: it begins with the name of a field or a path, such as `firstName` or `body/email`. */
const isForDevelopers = (message: string) => /^[a-z]+(?:[A-Z]\w*|[._/[]\w+)/.test(message);

/** Returns the message of the server as it is, also one for developers. Undefined without one. */
export function getServerMessage(error: ApiError, t: Texts): FailureReason | undefined {
  const message = error.kind === 'status' && error.message.trim();
  if (!message) return undefined;
  // The store API writes in the language that it is asked for, other servers in English. Letters of another alphabet tell.
  const isForeign = /[\u0370-\u1fff]/.test(message);
  return { text: message, lang: isForeign ? undefined : t.dataLanguage };
}

/**
 * Describes why a call failed, for the message beside the text that the specification fixes. A rejection of the server is
 * described by its message, unless that is for developers.
 *
 * @example notify({ tone: 'destructive', title: t('Error'), description: t('Failed to save.'), reason: describeFailure(error, t) })
 */
export function describeFailure(error: ApiError, t: Texts): FailureReason {
  if (error.kind === 'no-response') {
    return {
      text: navigator.onLine
        ? t('The shop did not respond. Check your connection, then try again.')
        : t('You are offline. Connect to the internet, then try again.'),
    };
  }
  if (error.kind === 'malformed' || error.status >= 500) {
    return { text: t('The shop has a problem at the moment. Please try again in a few minutes.') };
  }
  if (error.status === 429) return { text: t('Too many attempts. Please wait a few minutes, then try again.') };
  const message = getServerMessage(error, t);
  return message && !isForDevelopers(message.text)
    ? message
    : { text: t('The shop did not accept what was sent. Please check what you entered.') };
}
