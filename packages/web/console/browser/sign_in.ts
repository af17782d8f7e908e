import { button, byId, h, labeledControl, setError } from "../../ui/browser/dom.ts";
import { CallError, openSession } from "./api.ts";
import { TEXTS } from "./texts.ts";

/** Shows the page to sign in. */
export function showSignIn(root: string, problem?: string): void {
  const key = h("input", {
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
  });
  const control = labeledControl(TEXTS.signIn.key, key, TEXTS.signIn.keyHint);
  const submit = h("button", { class: "is-first" }, TEXTS.signIn.button);
  const signIn = async () => {
    const text = key.value.trim();
    if (!text.startsWith("svc_")) {
      setError(key, TEXTS.signIn.missing);
      key.focus();
      return;
    }
    if (submit.getAttribute("aria-disabled") === "true") return;
    submit.setAttribute("aria-disabled", "true");
    submit.textContent = TEXTS.signIn.working;
    try {
      await openSession(root, { key: text });
      location.reload();
    } catch (error) {
      setError(key, error instanceof CallError ? error.message : TEXTS.network);
      key.focus();
      submit.removeAttribute("aria-disabled");
      submit.textContent = TEXTS.signIn.button;
    }
  };
  const form = h(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        void signIn();
      },
    },
    control,
    submit,
  );
  const main = byId("main");
  main.classList.add("sign-in");
  main.replaceChildren(
    h(
      "div",
      { class: "card" },
      h("h1", {}, TEXTS.signIn.title),
      problem !== undefined && h("p", { class: "problem", role: "alert" }, problem),
      h("p", {}, TEXTS.signIn.linkAdvice),
      h("pre", { tabindex: 0 }, "paraph console"),
      h("h2", {}, TEXTS.signIn.keyTitle),
      form,
    ),
  );
}

/** Replaces the page with the sign-in page after the end of a session. */
export function showEnded(root: string): void {
  byId("console").replaceChildren(h("main", { id: "main", tabindex: -1 }));
  showSignIn(root, TEXTS.ended);
}

/** A button that ends the session. */
export function signOutButton(signOut: () => Promise<unknown>): HTMLButtonElement {
  return button(TEXTS.signOut, () => void signOut().finally(() => location.reload()), {
    class: "is-small is-quiet",
  });
}
