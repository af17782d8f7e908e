import { SIGNATURE_FACES, type SignatureFace } from "@paraph/core/builtin_provider";

import { html, type Html } from "../kit/mod.ts";
import type { SignTexts } from "./browser/texts/en.ts";

/**
 * The form to adopt a signature: typed, drawn or uploaded. The dialog of a field has it while it is open.
 * The script fills in the name of the recipient, so that a name that was typed before is known.
 */
export function adoptForm({ mark }: SignTexts): Html {
  return html`<section id="mark" class="adopt" aria-labelledby="mark-title">
    <h3 id="mark-title">${mark.signatureTitle}</h3>
    <div class="tabs" role="tablist" aria-labelledby="mark-title">
      <button type="button" role="tab" id="tab-type" aria-controls="by-name" aria-selected="true">
        ${mark.type}
      </button>
      ${tab("draw", "by-hand", mark.draw)} ${tab("upload", "by-image", mark.upload)}
    </div>
    <div id="by-name" role="tabpanel" aria-labelledby="tab-type">
      <label for="name">${mark.name}</label>
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
      <details id="styles" class="styles" hidden>
        <summary>${mark.style}</summary>
        <div class="faces" role="radiogroup" aria-label="${mark.style}">
          ${SIGNATURE_FACES.map((face) => faceOption(face))}
        </div>
      </details>
    </div>
    <div id="by-hand" role="tabpanel" aria-labelledby="tab-draw" hidden>
      <p class="hint" id="pad-hint">${mark.padHint}</p>
      <div class="pad">
        <canvas id="pad" role="img" aria-label="${mark.pad}" aria-describedby="pad-hint"></canvas>
      </div>
      <div class="pad-actions">
        <button type="button" id="pad-undo" class="is-small">${mark.undo}</button>
        <button type="button" id="pad-clear" class="is-small">${mark.clear}</button>
      </div>
    </div>
    <div id="by-image" role="tabpanel" aria-labelledby="tab-upload" hidden>
      <p class="hint" id="upload-hint">${mark.uploadHint}</p>
      <p class="file">
        <input
          type="file"
          id="upload"
          accept="image/png,image/jpeg"
          aria-describedby="upload-hint name-error"
        />
        <label for="upload" class="button">${mark.choose}</label>
      </p>
      <div class="preview" id="image-preview" role="img" aria-label="${mark.image}" hidden></div>
    </div>
    <p class="problem" id="name-error" role="alert"></p>
    <div id="by-initials" hidden>
      <label for="initials">${mark.initials}</label>
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

/** A script font; the script shows the name in it. */
function faceOption(face: SignatureFace): Html {
  return html`<label class="face">
    <input type="radio" name="face" value="${face}" aria-label="${FACE_NAMES[face]}" />
    <span class="preview" aria-hidden="true"></span>
  </label>`;
}

const FACE_NAMES: Readonly<Record<SignatureFace, string>> = {
  caveat: "Caveat",
  "dancing-script": "Dancing Script",
  "marck-script": "Marck Script",
  sacramento: "Sacramento",
};

function tab(name: string, panel: string, label: string): Html {
  return html`<button
    type="button"
    role="tab"
    id="tab-${name}"
    aria-controls="${panel}"
    aria-selected="false"
    aria-disabled="true"
    tabindex="-1"
  >
    ${label}
  </button>`;
}
