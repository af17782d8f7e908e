import { html, type Html } from "../kit/mod.ts";

/** The HTML of a line of Markdown: text with code and links. */
export function inlineHtml(text: string): Html {
  return html`${text
    .split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : codeOrLink(part)))}`;
}

function codeOrLink(part: string): Html {
  const [, label = "", target = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
  return label === ""
    ? html`<code>${part.slice(1, -1)}</code>`
    : html`<a href="${target}">${label}</a>`;
}

/** A paragraph of Markdown, or the items of a list. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: ReadonlyArray<string> };

/** The blocks of Markdown: paragraphs, and lists whose items begin with `- `. */
export const blocksOf = (text: string): ReadonlyArray<Block> =>
  text
    .split(/\n{2,}|\n(?=- )/)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .reduce<ReadonlyArray<Block>>(withBlock, []);

/** Adds a paragraph or an item, which continues the list before it. */
function withBlock(blocks: ReadonlyArray<Block>, part: string): ReadonlyArray<Block> {
  if (!part.startsWith("- ")) return [...blocks, { kind: "paragraph", text: part }];
  const item = part.slice(2);
  const last = blocks.at(-1);
  return last?.kind === "list"
    ? [...blocks.slice(0, -1), { kind: "list", items: [...last.items, item] }]
    : [...blocks, { kind: "list", items: [item] }];
}

/** The HTML of blocks of Markdown. */
export const blocksHtml = (text: string): ReadonlyArray<Html> =>
  blocksOf(text).map((block) =>
    block.kind === "list"
      ? html`<ul>
          ${block.items.map((item) => html`<li>${inlineHtml(item)}</li>`)}
        </ul>`
      : html`<p>${inlineHtml(block.text)}</p>`,
  );
