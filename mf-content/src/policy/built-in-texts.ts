import { sourceLanguage } from '@shop/remote-contract/languages';
import type { PolicySlug } from '@shop/remote-contract/urls';

/**
 * The built-in text of a policy in one language: HTML with the placeholders of `fillPlaceholders`. `{{contact}}` in `policy` stands
 * for `contact`, the contact details of the company, where `{{emailLink}}` and `{{phoneLink}}` stand for links, and
 * `{{deliveryDays}}` for the days that store information announces.
 */
export interface BuiltInText {
  /** BCP 47 tag of the text. */
  language: string;
  policy: string;
  contact: string;
}

/**
 * Loads the built-in text of a policy. A language is a folder in `texts`; without one, the text is English.
 *
 * @throws when a chunk fails to load.
 */
export async function loadBuiltInText(language: string, slug: PolicySlug): Promise<BuiltInText> {
  const load = async (part: PolicySlug | 'contact'): Promise<string> =>
    (await import(/* webpackChunkName: "policy-[request]" */ `./texts/${language}/${part}.html`)).default;
  try {
    const [policy, contact] = await Promise.all([load(slug), load('contact')]);
    return { language, policy, contact };
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === 'MODULE_NOT_FOUND';
    if (!isMissing || language === sourceLanguage) throw error;
    return loadBuiltInText(sourceLanguage, slug);
  }
}
