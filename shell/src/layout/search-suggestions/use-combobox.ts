import { type Dispatch, type SetStateAction, useEffect, useEffectEvent } from 'react';

export interface ComboboxState {
  /** What the field contains. */
  text: string;
  /** Whether the shopper is in the field and has not closed the list. */
  isOpen: boolean;
  /** Id of the option that the arrow keys have reached. */
  activeId?: string | undefined;
}

export interface ComboboxOptions {
  field: HTMLInputElement;
  state: ComboboxState;
  setState: Dispatch<SetStateAction<ComboboxState>>;
  /** Id of the listbox. */
  listId: string;
  /** Ids of the options, in their order. Empty when no list shows. */
  optionIds: readonly string[];
  /** Called when the Enter key selects an option. */
  onSelect: (id: string) => void;
}

/**
 * Makes a field a combobox with a listbox: arrow keys move through the options, Enter selects one, Escape closes the list. The focus
 * stays in the field. The list closes when the focus leaves the form. The field is part of the first load and this code is not, so it
 * takes the events of the field itself and writes its attributes.
 *
 * @returns Id of the active option, and what closes the list.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function useCombobox({ field, state, setState, listId, optionIds, onSelect }: ComboboxOptions) {
  const { isOpen } = state;
  const isExpanded = isOpen && optionIds.length > 0;
  const activeId = isExpanded ? optionIds.find((id) => id === state.activeId) : undefined;
  const close = () => setState({ text: field.value, isOpen: false });

  const open = useEffectEvent(() => setState({ text: field.value, isOpen: true }));
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // Enter and arrow keys of an input method choose its words. Safari sends Enter after the composition has ended, with the
    // deprecated code 229.
    if (event.isComposing || event.keyCode === 229) return;
    const isInField = event.target === field;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && isExpanded) {
      event.preventDefault();
      field.focus();
      close();
    } else if (isInField && event.key === 'Enter' && activeId !== undefined) {
      event.preventDefault();
      onSelect(activeId);
    } else if (isInField && step) {
      event.preventDefault();
      // The field itself is the position before the first and after the last option.
      const positions = [undefined, ...optionIds];
      const index = (positions.indexOf(activeId) + step) % positions.length;
      setState({ text: field.value, isOpen: true, activeId: positions.at(index) });
    }
  });
  const closeOutside = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && field.form?.contains(relatedTarget))) close();
  });

  useEffect(() => {
    // The field of a screen does not know that it has suggestions.
    const attributes = { role: 'combobox', 'aria-autocomplete': 'list', autocomplete: 'off' };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    // The code has loaded after the shopper has entered the field.
    if (document.activeElement === field) open();
    const { form } = field;
    const openEvents = ['input', 'focus', 'click'];
    const onOpen = () => open();
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    const onFocusOut = (event: FocusEvent) => closeOutside(event);
    // A press on the list leaves the focus in the field, so that the list stays until the click.
    const onPress = (event: MouseEvent) => event.target !== field && event.preventDefault();
    for (const name of openEvents) field.addEventListener(name, onOpen);
    form?.addEventListener('keydown', onKeyDown);
    form?.addEventListener('focusout', onFocusOut);
    form?.addEventListener('mousedown', onPress);
    return () => {
      for (const name of openEvents) field.removeEventListener(name, onOpen);
      form?.removeEventListener('keydown', onKeyDown);
      form?.removeEventListener('focusout', onFocusOut);
      form?.removeEventListener('mousedown', onPress);
    };
  }, [field]);

  useEffect(() => {
    field.setAttribute('aria-expanded', String(isExpanded));
    const references = { 'aria-controls': isExpanded && listId, 'aria-activedescendant': activeId };
    for (const [name, id] of Object.entries(references)) {
      if (id) field.setAttribute(name, id);
      else field.removeAttribute(name);
    }
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [field, isExpanded, listId, activeId]);

  return { activeId, close };
}
