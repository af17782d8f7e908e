import { html, type Html, pageFrame, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { declineDialog, markDialog, optionsDialog } from "./dialogs.ts";

/** The contents of a recipient's page before its script has loaded the rest. */
export interface SignPageView {
  /** The title of the request. It and all that follows is text, not HTML. */
  readonly name: string;
  readonly sender: string;
  readonly recipientName: string;
  /** Whether the recipient approves instead of signing. */
  readonly isApproval: boolean;
  /** The consent text. */
  readonly consent: string;
  readonly pageCount: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** URLs relative to the page. */
  readonly address: string;
}

/** The page of a recipient who can sign now. */
export function signPage(view: SignPageView, files: PageFiles): PageResponse {
  const { name, sender, recipientName, address } = view;
  const head = html`<script type="module" src="${files.script}"></script>
    ${preload(`${address}/ceremony`)}
    ${files.modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body class="signing">
    <a class="skip" href="#panel">Skip to signing</a>
    <header class="bar">
      <div class="heading">
        <h1 dir="auto">${name}</h1>
        <p class="facts">
          <span>from <bdi>${sender}</bdi></span
          ><span class="addressee">for <bdi>${recipientName}</bdi></span
          >${until(view.expiresAt)}
        </p>
      </div>
      <p id="position" class="position">${pages(view.pageCount)}</p>
      <a class="button is-small" href="${address}/document.pdf" target="_blank" rel="noopener"
        >Open the PDF</a
      >
    </header>
    <main
      id="ceremony"
      data-ceremony="${address}/ceremony"
      data-document="${address}/document.pdf"
      data-fonts="${address}/fonts"
      data-open="${address}/open"
      data-finish="${address}/finish"
      data-decline="${address}/decline"
      data-worker="${files.worker}"
      data-library="${files.library}"
    >
      <section id="document" aria-label="The document" tabindex="-1">
        <noscript
          ><div class="card">
            <h2>This page needs JavaScript</h2>
            <p>
              It is off in your browser. You can
              <a href="${address}/document.pdf">read the document</a>; to sign it, allow JavaScript
              and load this page again.
            </p>
          </div></noscript
        >
        <div id="pages" class="needs-script" aria-busy="true">
          <div class="sheet is-blank"></div>
        </div>
      </section>
      ${panel(view)}
    </main>
    <div id="status" class="is-silent needs-script">
      <span id="status-text" role="status"></span
      ><button type="button" id="status-action" hidden></button>
    </div>
    ${markDialog()} ${optionsDialog()} ${declineDialog(sender)}
  </body>`;
  return pageFrame({ status: 200, title: name, files, policy: POLICY, head, body });
}

/** The panel with the recipient's tasks. */
function panel({ sender, isApproval, consent }: SignPageView): Html {
  const verb = isApproval ? "approve" : "sign";
  return html`<section
    id="panel"
    class="panel needs-script"
    aria-labelledby="panel-title"
    tabindex="-1"
  >
    <div class="panel-body">
      <h2 id="panel-title">${isApproval ? "Approve" : "Sign"} this document</h2>
      <p class="lead"><bdi>${sender}</bdi> asks you to ${verb} it.</p>
      <div id="mark-home">${mark(isApproval)}</div>
      <section id="review" class="review" aria-labelledby="review-title" hidden>
        <h3 id="review-title">What you hand in</h3>
        <ol id="review-list"></ol>
      </section>
    </div>
    <div class="foot">
      <section class="consent">
        <p class="tick">
          <input type="checkbox" id="consent" aria-describedby="consent-error" />
          <label for="consent">I agree to sign electronically</label>
        </p>
        <p class="problem" id="consent-error"></p>
        <details>
          <summary>Read what you agree to</summary>
          <p class="disclosure" tabindex="0">${consent}</p>
        </details>
      </section>
      <p id="problem" class="problem" role="alert"></p>
      <div class="actions">
        <p class="progress">
          <span id="progress" role="status"></span>
          <progress id="progress-bar" value="0" max="1" aria-labelledby="progress"></progress>
        </p>
        <button type="button" id="next" hidden>Next</button>
        <button type="button" id="finish" class="is-first" aria-disabled="true">Finish</button>
      </div>
      <p class="or">
        <button type="button" id="decline" class="is-quiet" aria-disabled="true">Decline</button>
      </p>
    </div>
  </section>`;
}

/** The form to adopt a signature, typed or drawn. The dialog of a field holds it while it is open. */
function mark(isApproval: boolean): Html {
  return html`<section id="mark" class="adopt" aria-labelledby="mark-title">
    <h3 id="mark-title">${isApproval ? "Your name" : "Your signature"}</h3>
    <div class="tabs" role="tablist" aria-labelledby="mark-title">
      <button type="button" role="tab" id="tab-type" aria-controls="by-name" aria-selected="true">
        Type
      </button>
      <button
        type="button"
        role="tab"
        id="tab-draw"
        aria-controls="by-hand"
        aria-selected="false"
        aria-disabled="true"
        tabindex="-1"
      >
        Draw
      </button>
    </div>
    <div id="by-name" role="tabpanel" aria-labelledby="tab-type">
      <label for="name">Type your name</label>
      <input
        id="name"
        type="text"
        maxlength="200"
        autocomplete="name"
        autocapitalize="words"
        spellcheck="false"
        dir="auto"
        aria-describedby="name-error"
      />
      <div class="preview" id="name-preview" aria-hidden="true"></div>
    </div>
    <div id="by-hand" role="tabpanel" aria-labelledby="tab-draw" hidden>
      <p class="hint" id="pad-hint">Draw with your mouse, pen or finger.</p>
      <div class="pad">
        <canvas id="pad" role="img" aria-label="Your drawing" aria-describedby="pad-hint"></canvas>
      </div>
      <div class="pad-actions">
        <button type="button" id="pad-undo" class="is-small">Undo</button>
        <button type="button" id="pad-clear" class="is-small">Clear</button>
      </div>
    </div>
    <p class="problem" id="name-error"></p>
    <div id="by-initials" hidden>
      <label for="initials">Your initials</label>
      <input
        id="initials"
        type="text"
        maxlength="20"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        dir="auto"
        aria-describedby="initials-error"
      />
      <p class="problem" id="initials-error"></p>
    </div>
  </section>`;
}

const POLICY = [
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types paraph",
];

/** Preloads what the script requests first. */
function preload(url: string): Html {
  return html`<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}" />`;
}

function pages(count: number): string {
  return count === 1 ? "1 page" : `${count} pages`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function until(expiresAt: string): Html {
  const day = DAY.format(new Date(expiresAt));
  return html`<span>until <time datetime="${expiresAt}">${day}</time></span>`;
}
