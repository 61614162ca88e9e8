/** Whether keys belong to a field or a sheet, or to the page. */

const FIELDS = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(FIELDS);
}

/** Whether a sheet lies over the page: keys are meant for it then. */
export function isSheetOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
