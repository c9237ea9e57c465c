/** Ref: the browser gives the first focus of a dialog to this control, and not to its first one. */
export const markFirstFocus = (control: HTMLElement | null): void => control?.setAttribute('autofocus', '')
