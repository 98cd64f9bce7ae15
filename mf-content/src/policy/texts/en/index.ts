import type { PolicyTexts } from '../../built-in-texts';
import about from './about.html';
import contact from './contact.html';
import privacy from './privacy.html';
import refund from './refund.html';
import returnAndCancellation from './return.html';
import shipping from './shipping.html';
import terms from './terms.html';

export const texts: PolicyTexts = {
  terms,
  privacy,
  refund,
  return: returnAndCancellation,
  shipping,
  about,
  contact,
};
