import { button, byId, h, labeledControl, setError } from "../../ui/browser/dom.ts";
import { CallError, openSession, requestSignInEmail } from "./api.ts";
import { TEXTS } from "./texts.ts";

const { signIn: PAGE } = TEXTS;

/** Shows the page to sign in. */
export function showSignIn(root: string, problem?: string): void {
  const main = byId("main");
  const provider = byId("console").dataset["provider"] ?? "";
  main.classList.add("sign-in");
  main.replaceChildren(
    h(
      "div",
      { class: "card" },
      h("h1", {}, PAGE.title),
      problem !== undefined && h("p", { class: "problem", role: "alert" }, problem),
      provider !== "" && providerLink(root, provider),
      emailForm(root, provider === ""),
      h("h2", {}, PAGE.keyTitle),
      keyForm(root),
      h("p", { class: "hint" }, PAGE.linkAdvice),
      h("pre", { tabindex: 0 }, "paraph console"),
    ),
  );
}

/** The link to the identity provider. */
function providerLink(root: string, name: string): HTMLElement {
  return h("a", { class: "button is-first", href: `${root}/console/oidc` }, PAGE.provider(name));
}

/** A form that requests a link by email. */
function emailForm(root: string, isFirst: boolean): HTMLElement {
  const email = h("input", { type: "email", autocomplete: "email", maxlength: 254 });
  const done = h("p", { role: "status" });
  return credentialForm({
    control: labeledControl(PAGE.email, email, PAGE.emailHint),
    input: email,
    label: PAGE.emailButton,
    isFirst,
    working: PAGE.sending,
    after: done,
    check: (text) => (/^[^\s@]+@[^\s@]+$/u.test(text) ? undefined : PAGE.emailMissing),
    submit: async (text) => {
      done.textContent = "";
      await requestSignInEmail(root, text);
      done.textContent = PAGE.emailSent;
    },
  });
}

/** A form that signs in with a key. */
function keyForm(root: string): HTMLElement {
  const key = h("input", {
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
  });
  return credentialForm({
    control: labeledControl(PAGE.key, key, PAGE.keyHint),
    input: key,
    label: PAGE.button,
    working: PAGE.working,
    check: (text) => (text.startsWith("svc_") ? undefined : PAGE.missing),
    submit: async (text) => {
      await openSession(root, { key: text });
      location.reload();
    },
  });
}

/** A form with one field. */
interface CredentialForm {
  readonly control: HTMLElement;
  readonly input: HTMLInputElement;
  readonly label: string;
  /** Whether this is the first way to sign in: a page has one primary button. */
  readonly isFirst?: boolean;
  /** The label of the button while the form is sent. */
  readonly working: string;
  /** An element after the button. */
  readonly after?: HTMLElement;
  /** The problem of a text, if there is one. */
  readonly check: (text: string) => string | undefined;
  readonly submit: (text: string) => Promise<void>;
}

function credentialForm({ control, input, label, working, ...form }: CredentialForm): HTMLElement {
  const confirm = h("button", form.isFirst === true ? { class: "is-first" } : {}, label);
  const send = async () => {
    const text = input.value.trim();
    const problem = form.check(text);
    if (problem !== undefined) {
      setError(input, problem);
      input.focus();
      return;
    }
    if (confirm.getAttribute("aria-disabled") === "true") return;
    setError(input);
    confirm.setAttribute("aria-disabled", "true");
    confirm.textContent = working;
    try {
      await form.submit(text);
    } catch (error) {
      setError(input, error instanceof CallError ? error.message : TEXTS.network);
      input.focus();
    }
    confirm.removeAttribute("aria-disabled");
    confirm.textContent = label;
  };
  return h(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        void send();
      },
    },
    control,
    confirm,
    form.after,
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
