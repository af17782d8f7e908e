import { html, pageFrame, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";

/**
 * Returns the page of the console. It has no data of its own.
 *
 * @param root The path of the deployment, without a slash at the end.
 * @param provider The name of the identity provider, if there is one.
 */
export function consolePage(root: string, files: PageFiles, provider = ""): PageResponse {
  const head = html`<script type="module" src="${files.script}"></script>`;
  const body = html`<body class="console">
    <a class="skip" href="#main">${TEXTS.skip}</a>
    <div
      id="console"
      data-root="${root}"
      data-worker="${files.worker}"
      data-library="${files.library}"
      data-provider="${provider}"
    >
      <main id="main" tabindex="-1" aria-busy="true">
        <noscript
          ><div class="card">
            <h1>${TEXTS.noScript.title}</h1>
            <p>${TEXTS.noScript.advice}</p>
          </div></noscript
        >
      </main>
    </div>
    <div id="status" class="is-silent needs-script">
      <span id="status-text" role="status"></span
      ><button type="button" id="status-action" hidden></button>
    </div>
  </body>`;
  return pageFrame({ status: 200, title: TEXTS.console, files, policy: POLICY, head, body });
}

const POLICY = [
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  // A chosen logo is shown before it is saved.
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  // The script of the PDF worker, no other.
  "trusted-types paraph",
];
