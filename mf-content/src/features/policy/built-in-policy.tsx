import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { type CompanyDetails, fillPlaceholders } from '../../policy/company-placeholders';
import { policyNames } from '../../policy/policy-slugs';
import type { PolicyBlock, PolicyText } from '../../policy/policy-text';
import { PolicyArticle } from './policy-article';

export interface BuiltInPolicyProps {
  text: PolicyText;
  company: CompanyDetails;
}

/** Shows the built-in text of a policy, for stores without a text of their own. */
export function BuiltInPolicy({ text, company }: BuiltInPolicyProps) {
  return (
    <PolicyArticle sections={text}>
      {text.map(({ id, heading, body }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {heading}
          </h2>
          {body.map((block) => (
            <Block key={getBlockKey(block)} block={block} company={company} />
          ))}
        </section>
      ))}
    </PolicyArticle>
  );
}

/** A section can have several lists, so the key of a list is its first entry. */
function getBlockKey(block: PolicyBlock): string {
  if (typeof block === 'string') return block;
  return block.kind === 'list' ? `list ${block.entries[0]}` : block.kind;
}

function Block({ block, company }: { block: PolicyBlock; company: CompanyDetails }) {
  if (typeof block === 'string') return <p>{fillPlaceholders(block, company)}</p>;
  switch (block.kind) {
    case 'list':
      return (
        <ul>
          {block.entries.map((entry) => (
            <li key={entry}>{fillPlaceholders(entry, company)}</li>
          ))}
        </ul>
      );
    case 'see-also':
      return (
        <ul>
          {block.policies.map((policy) => (
            <li key={policy}>
              <Link to={urls.policy(policy)}>{policyNames[policy].title}</Link>
            </li>
          ))}
        </ul>
      );
    case 'company-contact':
      return <CompanyContact company={company} />;
  }
}

/** Shows the contact details. The defaults are placeholders, so they show as text without a link. */
function CompanyContact({ company: { companyName, companyAddress, companyEmail, companyPhone } }: CompanyContactProps) {
  return (
    <address>
      <strong>{companyName}</strong>
      <br />
      {companyAddress}
      <br />
      E-mail: {companyEmail.includes('@') ? <a href={`mailto:${companyEmail}`}>{companyEmail}</a> : companyEmail}
      <br />
      Phone: {/\d/.test(companyPhone) ? <a href={getTelephoneUrl(companyPhone)}>{companyPhone}</a> : companyPhone}
      <br />
      <Link to={urls.contact()}>Contact page</Link>
    </address>
  );
}

interface CompanyContactProps {
  company: CompanyDetails;
}

const getTelephoneUrl = (phone: string) => `tel:${phone.replace(/\s/g, '')}`;
