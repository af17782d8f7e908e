import { html } from "../kit/mod.ts";

/** The picture of pages that say that something is done. */
export const DONE_EMBLEM = html`<svg class="emblem is-done" viewBox="0 0 48 48" aria-hidden="true">
  <circle cx="24" cy="24" r="20" />
  <path d="m15 25 6.5 6.5L34 18" />
</svg>`;
