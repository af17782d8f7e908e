import type { Edge } from "../design/arrange.ts";
import { FIELDS_TYPE } from "../design/clipboard.ts";
import type { Canvas } from "./canvas.ts";
import type { FieldCommands } from "./field_commands.ts";
import { shortcutsDialog } from "./view/shortcuts_dialog.ts";

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The keys with Alt, by their place on the keyboard: Macs write other characters with them. */
const EDGES: Readonly<Record<string, Edge>> = {
  KeyL: "left",
  KeyC: "center",
  KeyR: "right",
  KeyT: "top",
  KeyM: "middle",
  KeyB: "bottom",
};

/** What the keys need. */
export interface KeyTargets {
  readonly host: HTMLElement;
  readonly canvas: Canvas;
  readonly commands: FieldCommands;
  /** Moves the focus to the settings of the selected field. */
  readonly open: () => void;
}

/** Listens to the keys of the pages: everything that a pointer can do. */
export function listenForFieldKeys({ host, canvas, commands, open }: KeyTargets): void {
  host.addEventListener("keydown", (event) => {
    if (event.target instanceof Element && event.target.closest("button, .guide") !== null) return;
    const isDone =
      event.ctrlKey || event.metaKey
        ? withCommand(event)
        : event.altKey
          ? withAlt(event)
          : plain(event);
    if (isDone) event.preventDefault();
  });

  const onSelected = (run: () => void): boolean => {
    if (!commands.hasSelection) return false;
    run();
    return true;
  };

  const withCommand = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const [x, y] = ARROWS[key] ?? [];
    const by = shiftKey ? 10 : 1;
    if (x !== undefined && y !== undefined)
      return onSelected(() => commands.resize({ x: x * by, y: y * by }));
    if (key === "]") return onSelected(() => commands.reorder(1));
    if (key === "[") return onSelected(() => commands.reorder(-1));
    if (key.toLowerCase() === "d") return onSelected(() => commands.duplicate());
    if (key.toLowerCase() !== "a") return false;
    commands.selectAll();
    return true;
  };

  const withAlt = ({ code }: KeyboardEvent): boolean => {
    const edge = EDGES[code];
    if (edge !== undefined) return onSelected(() => commands.align(edge));
    if (code === "KeyH") return onSelected(() => commands.distribute("horizontal"));
    return code === "KeyV" && onSelected(() => commands.distribute("vertical"));
  };

  const plain = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const [x, y] = ARROWS[key] ?? [];
    const by = shiftKey ? 10 : 1;
    if (x !== undefined && y !== undefined)
      return onSelected(() => commands.move({ x: x * by, y: y * by }));
    const run = PLAIN[key];
    return run !== undefined && run();
  };

  const always = (run: () => void) => () => {
    run();
    return true;
  };
  const remove = () => onSelected(() => commands.remove());
  const PLAIN: Readonly<Record<string, () => boolean>> = {
    Delete: remove,
    Backspace: remove,
    Enter: () => onSelected(open),
    F2: () => onSelected(open),
    Escape: always(() => {
      canvas.clear();
      host.focus({ preventScroll: true });
    }),
    PageDown: always(() => canvas.goTo(canvas.page + 1)),
    PageUp: always(() => canvas.goTo(canvas.page - 1)),
    "+": always(() => canvas.zoomBy(1)),
    "-": always(() => canvas.zoomBy(-1)),
    "0": always(() => canvas.fit()),
    "?": always(() => void shortcutsDialog()),
  };

  const isHere = (event: Event) => {
    const { activeElement } = document;
    const isOver = document.querySelector("dialog[open]") !== null;
    return !isOver && (host.contains(activeElement) || event.target === document.body);
  };
  const write = (event: ClipboardEvent): boolean => {
    if (!isHere(event) || !commands.hasSelection || event.clipboardData === null) return false;
    const json = commands.copy();
    event.preventDefault();
    event.clipboardData.setData(FIELDS_TYPE, json);
    event.clipboardData.setData("text/plain", json);
    return true;
  };
  document.addEventListener("copy", (event) => void write(event));
  document.addEventListener("cut", (event) => {
    if (write(event)) commands.remove();
  });
  document.addEventListener("paste", (event) => {
    const { clipboardData } = event;
    if (!isHere(event) || clipboardData === null) return;
    event.preventDefault();
    commands.paste(clipboardData.getData(FIELDS_TYPE) || clipboardData.getData("text/plain"));
  });
}
