import { useHref } from '@shop/router/router';
import type { ReactNode, SubmitEvent } from 'react';
import { useOpen } from '../../navigation/use-open';
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
  /** Receives the address of the controls after each change. */
  onChange?: (address: ProductListAddress) => void;
  /** Receives the address of a submit instead of the router. */
  onSubmit?: (address: ProductListAddress) => void;
  children: ReactNode;
}

/**
 * A form whose controls change the URL of the list. Without scripts the browser loads that URL; with scripts the form navigates.
 * A control that applies at once submits its form.
 */
export function ListForm({ address, className, onChange, onSubmit, children }: ListFormProps) {
  const open = useOpen();
  const action = useHref(getListPath(address));
  const kept = new URLSearchParams(getProductListUrl(address).split('?')[1]);
  const read = (form: HTMLFormElement, submitter?: HTMLElement | null) => {
    const data = new FormData(form);
    // Chrome before 112 does not take the submitter as a second argument.
    if (submitter instanceof HTMLButtonElement) data.append(submitter.name, submitter.value);
    const texts = [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return parseProductListAddress(new URLSearchParams(texts), address.q !== undefined);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    // An invalid control shows its message itself.
    if (!form.checkValidity()) return form.querySelector<HTMLInputElement>('input:invalid')?.focus();
    const next = read(form, event.nativeEvent.submitter);
    if (onSubmit) onSubmit(next);
    else open(getProductListUrl(next));
  };
  return (
    <form
      className={className}
      action={action}
      method="get"
      noValidate
      onChange={onChange && (({ currentTarget }) => onChange(read(currentTarget)))}
      onSubmit={submit}
    >
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
