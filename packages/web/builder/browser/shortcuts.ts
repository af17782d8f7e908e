/** The actions of keyboard shortcuts. */
export interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

/**
 * Listens to the keys for the whole builder. In a text field, undo is the browser's. Keys outside of the
 * pages do not reach listeners of the document.
 *
 * @param pages The element of the pages.
 */
export function listenForShortcuts(pages: HTMLElement, { undo, redo, save }: Shortcuts): void {
  const commands: Readonly<Record<string, () => void>> = { z: undo, Z: redo, y: redo };
  addEventListener(
    "keydown",
    (event) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const key = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
      const { target } = event;
      const isOver = document.querySelector("dialog[open]") !== null;
      if (isCommand && key === "s") {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (isOver || event.repeat) return;
        finishWriting(target);
        save();
        return;
      }
      const command = commands[key];
      if (isCommand && command !== undefined && !isWriting(target)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (!isOver) command();
        return;
      }
      const isOutside =
        target instanceof Node && target !== document.body && !pages.contains(target);
      if (isOver || isOutside) keepFromDocument(event);
    },
    { capture: true },
  );
}

/** Stops an event before it reaches listeners of the document; its target still receives it. */
function keepFromDocument(event: KeyboardEvent): void {
  const stop = (bubbling: Event) => {
    if (bubbling === event) bubbling.stopPropagation();
  };
  document.body.addEventListener("keydown", stop, { once: true });
}

/** Commits the text that is being typed, which inputs do on leaving them. */
function finishWriting(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement) {
    target.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (target instanceof HTMLElement && target.isContentEditable) target.blur();
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText = target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type);
  return isText || target instanceof HTMLTextAreaElement || target.isContentEditable;
}
