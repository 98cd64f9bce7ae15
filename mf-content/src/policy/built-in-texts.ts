import { sourceLanguage } from '@shop/remote-contract/languages';
import type { PolicySlug } from '@shop/remote-contract/urls';

/**
 * The built-in texts in one language: HTML with the placeholders of `fillPlaceholders`. `{{contact}}` in a policy stands for
 * `contact`, the contact details of the company, where `{{emailLink}}` and `{{phoneLink}}` stand for links.
 */
export type PolicyTexts = Readonly<Record<PolicySlug | 'contact', string>>;

export interface BuiltInTexts {
  /** BCP 47 tag of the texts. */
  language: string;
  texts: PolicyTexts;
}

/**
 * Loads the built-in texts of a language, which are one chunk. A language is a folder in `texts`; without one, the texts are
 * English.
 *
 * @throws when the chunk fails to load.
 */
export async function loadBuiltInTexts(language: string): Promise<BuiltInTexts> {
  try {
    const { texts } = await import(/* webpackChunkName: "policy-[request]" */ `./texts/${language}/index`);
    return { language, texts };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'MODULE_NOT_FOUND';
    if (!isMissing || language === sourceLanguage) throw error;
    return loadBuiltInTexts(sourceLanguage);
  }
}
