import { useHref, useNavigate } from '@shop/router/router';
import type { ReactNode, SubmitEvent } from 'react';
import {
  getListPath,
  getProductListUrl,
  type ProductListAddress,
  parseProductListAddress,
} from './product-list-address';

interface ListFormProps {
  /** State that the form keeps. Its controls add their own values. */
  address: ProductListAddress;
  className?: string | undefined;
  id?: string;
  /** Replaces the history entry, for a change that Back should skip. Default: false. */
  isReplacing?: boolean;
  children: ReactNode;
}

/**
 * A form whose controls change the URL of the list. Without scripts the browser loads that URL; with scripts the form navigates.
 * A control that applies at once submits its form.
 */
export function ListForm({ address, className, id, isReplacing = false, children }: ListFormProps) {
  const navigate = useNavigate();
  const action = useHref(getListPath(address));
  const kept = new URLSearchParams(getProductListUrl(address).split('?')[1]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    // An invalid control shows its message itself.
    if (!form.checkValidity()) return form.querySelector<HTMLInputElement>('input:invalid')?.focus();
    const data = new FormData(form, event.nativeEvent.submitter);
    const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const query = new URLSearchParams(texts);
    navigate(getProductListUrl(parseProductListAddress(query, address.q !== undefined)), { replace: isReplacing });
  };
  return (
    <form className={className} id={id} action={action} method="get" noValidate onSubmit={submit}>
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
