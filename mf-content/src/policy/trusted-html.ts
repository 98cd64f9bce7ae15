/** The part of the Trusted Types API that a policy for HTML needs. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };

/** The shell permits one policy for each remote, with the remote's name. */
const policy = trustedTypes?.createPolicy('mf-content', { createHTML: (html) => html });

/**
 * Marks HTML for the browser, which refuses other strings. Only the sanitiser and the component of its result use it.
 *
 * @param html HTML that is parsed in an inert template, or the result of `sanitisePolicy`.
 * @returns A `TrustedHTML` object; in browsers without Trusted Types and on the server the same string.
 * @see docs/decisions/0040
 */
export const trustHtml = (html: string): string => (policy ? policy.createHTML(html) : html) as string;
