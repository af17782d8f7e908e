import { html, pageFrame, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";

/** The contents of a builder page before its script has loaded the rest. */
export interface BuilderPageView {
  /** Empty in the console, which has a session of its own. */
  readonly sessionId: string;
  /** The integrator's title; text, not HTML. */
  readonly title?: string;
  /** Origins whose pages may embed it and receive its messages; none may embed the page of the console. */
  readonly allowedOrigins?: ReadonlyArray<string>;
  /** The path of the API, without a slash at the end. */
  readonly root: string;
}

/** Returns the page of the template builder. */
export function builderPage(view: BuilderPageView, files: PageFiles): PageResponse {
  const { sessionId, title = TEXTS.title, allowedOrigins, root } = view;
  const head = html`<script type="module" src="${files.script}"></script>
    ${files.modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body class="building">
    <noscript
      ><main class="neutral-note">
        <h1>${TEXTS.noScript.title}</h1>
        <p>${TEXTS.noScript.advice}</p>
      </main></noscript
    >
    <div
      id="builder"
      class="needs-script"
      data-session="${sessionId}"
      data-root="${root}"
      data-origins="${(allowedOrigins ?? []).join(" ")}"
      data-worker="${files.worker}"
      data-library="${files.library}"
      data-starters="${files.starters}"
    >
      <header class="topbar" aria-hidden="true">
        <div class="about"><span class="bone is-title"></span><span class="bone"></span></div>
        <div class="tools">
          <span class="bone is-button"></span><span class="bone is-button"></span>
        </div>
      </header>
      <div class="workspace" aria-hidden="true">
        <div class="side">
          <span class="bone"></span><span class="bone"></span><span class="bone"></span>
        </div>
        <div class="stage"><div class="sheet is-blank"></div></div>
      </div>
      <p class="visually-hidden" role="status">${TEXTS.loading}</p>
    </div>
    <div id="status" class="is-silent needs-script">
      <span id="status-text" role="status"></span
      ><button type="button" id="status-action" hidden></button>
    </div>
  </body>`;
  const framing = allowedOrigins === undefined ? {} : { framedBy: allowedOrigins };
  const frame = { status: 200, title, files, policy: POLICY, head, body, ...framing };
  return pageFrame({ ...frame, writesMarkup: true });
}

/** The designer's libraries write styles and markup, and load fonts and images from `data:` URIs. */
const POLICY = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' data: blob:",
  "form-action 'none'",
];
