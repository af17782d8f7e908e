/** What keys do, wherever the focus is. */
export interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
}

/**
 * Listens before the designer does, which has the same keys for a history of its own; whoever writes
 * undoes what they have written. What happens outside of the pages is none of the designer's business:
 * there, arrows and Delete would move and remove what is selected on them.
 *
 * @param pages Where the designer is.
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

/** Others that listen to the whole document do not hear of it; what it happens to does. */
function keepFromDocument(event: KeyboardEvent): void {
  const stop = (bubbling: Event) => {
    if (bubbling === event) bubbling.stopPropagation();
  };
  document.body.addEventListener("keydown", stop, { once: true });
}

/** What is being written counts when it is left; whoever saves means it already. */
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
