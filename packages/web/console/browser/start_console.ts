import { byId, h, select } from "../../ui/browser/dom.ts";
import type { Api, Session } from "./api.ts";
import type { Context } from "./context.ts";
import { audit } from "./pages/audit.ts";
import { branding } from "./pages/branding.ts";
import { events } from "./pages/events.ts";
import { fonts } from "./pages/fonts.ts";
import { keys } from "./pages/keys.ts";
import { members } from "./pages/members.ts";
import { overview } from "./pages/overview.ts";
import { renders } from "./pages/renders.ts";
import { shares } from "./pages/shares.ts";
import { signatures } from "./pages/signatures.ts";
import { system } from "./pages/system.ts";
import { templates } from "./pages/templates.ts";
import { usage } from "./pages/usage.ts";
import { webhooks } from "./pages/webhooks.ts";
import type { Project } from "./resources.ts";
import { showEnded, signOutButton } from "./sign_in.ts";
import { TEXTS } from "./texts.ts";
import { pageHeading } from "./widgets/page_heading.ts";
import { emptyCard, loaded } from "./widgets/states.ts";

/** Creates the content of a page, without its heading. */
type PageView = (context: Context, parameters: ReadonlyArray<string>) => Node;

/** The pages by the first part of their path. */
const PAGES: Readonly<Record<string, PageView>> = {
  overview,
  templates,
  renders,
  shares,
  signatures,
  webhooks,
  events,
  usage,
  fonts,
  branding,
  keys,
  members,
  audit,
  system,
};

/** The pages that need no project. */
const ACCOUNT_PAGES: ReadonlySet<string> = new Set(["members", "audit", "system", "kit"]);

/** The pages that only owners of an account can read. */
const OWNER_PAGES: ReadonlySet<string> = new Set(["audit"]);

/** The page of all components, on development machines only. It is in no menu. */
const KIT = "kit";

function kit(): Node {
  return loaded(async () => (await import("./pages/kit.ts")).kit());
}

function isDevelopment(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

function viewOf(name: string): PageView | undefined {
  if (name === KIT && isDevelopment()) return kit;
  return Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
}

/** Shows the frame of the console, and the page of the URL in it. */
export async function startConsole(api: Api, session: Session, root: string): Promise<void> {
  api.onEnd = () => showEnded(root);
  const projects =
    session.kind === "account"
      ? (await api.get<{ readonly projects: ReadonlyArray<Project> }>("/v1/projects")).projects
      : [];
  const stored = sessionStorage.getItem(PROJECT);
  api.project = (projects.find(({ id }) => id === stored) ?? projects[0])?.id;

  // Hides what the role of the member does not permit. The server refuses it in any case.
  byId("console").dataset["role"] = session.member?.role ?? "owner";
  const main = h("main", { id: "main", tabindex: -1 });
  const links = new Map(
    Object.keys(PAGES).map((name) => {
      const right = OWNER_PAGES.has(name) ? { "data-right": "manage" } : {};
      return [name, h("a", { href: `#/${name}`, ...right }, titleOf(name))];
    }),
  );
  byId("console").replaceChildren(
    h(
      "header",
      { class: "bar" },
      h("a", { class: "brand", href: "#/overview" }, "Paraph"),
      h("div", { class: "owner" }, owner()),
      signOutButton(() => api.call("DELETE", "/console/sessions")),
    ),
    h("nav", { "aria-label": TEXTS.navigation }, ...links.values()),
    main,
  );

  let stop = new AbortController();
  function show(isFirst: boolean): void {
    stop.abort();
    stop = new AbortController();
    const [name = "", ...parameters] = partsOf(location.hash);
    const view = viewOf(name);
    for (const [each, link] of links) {
      if (each === name) {
        link.setAttribute("aria-current", "page");
        // In the middle, so that both sides show that there are more.
        link.scrollIntoView({ block: "nearest", inline: "center" });
      } else link.removeAttribute("aria-current");
    }
    const title = view === undefined ? TEXTS.notFound.title : titleOf(name);
    const list = { label: title, href: `#/${name}` };
    const heading = pageHeading(title, view !== undefined && parameters.length > 0 ? [list] : []);
    const { signal } = stop;
    const showTitle: Context["showTitle"] = (text, parents = []) => {
      // A page that loads slowly does not rename the page that is shown in the meantime.
      if (!signal.aborted) heading.show(text, [list, ...parents]);
    };
    const context = { api, session, signal, showTitle };
    main.replaceChildren(heading.element, contentOf(name, view, context, parameters));
    // Like a new page, for screen readers and the keyboard.
    if (!isFirst) {
      main.focus();
      scrollTo(0, 0);
    }
  }

  function contentOf(
    name: string,
    view: PageView | undefined,
    context: Context,
    parameters: ReadonlyArray<string>,
  ): Node {
    if (view === undefined) return emptyCard(TEXTS.notFound.title, TEXTS.notFound.advice);
    const needsProject = session.kind === "account" && !ACCOUNT_PAGES.has(name);
    if (needsProject && api.project === undefined) {
      return emptyCard(TEXTS.noProjects.title, TEXTS.noProjects.advice);
    }
    return view(context, parameters);
  }

  function owner(): HTMLElement {
    const { member, kind, keyPrefix } = session;
    const text =
      member === null
        ? TEXTS.keyFacts(kind, keyPrefix ?? "")
        : TEXTS.memberFacts(member.email, TEXTS.roles[member.role]);
    const facts = h("span", { class: "hint" }, text);
    if (projects.length === 0) return facts;
    const choice = select(
      projects.map(({ id, name }) => [id, name] as const),
      api.project ?? "",
      (id) => {
        api.project = id;
        sessionStorage.setItem(PROJECT, id);
        location.hash = "#/overview";
        show(false);
      },
    );
    choice.setAttribute("aria-label", TEXTS.project);
    choice.title = facts.textContent;
    return choice;
  }

  addEventListener("hashchange", () => show(false));
  show(true);
}

/** The storage key of the chosen project. */
const PROJECT = "paraph-project";

/** The parts of a path in the fragment of the URL; the overview without one. */
function partsOf(hash: string): ReadonlyArray<string> {
  const [path = ""] = hash.replace(/^#\/?/u, "").split("?", 1);
  return path === "" ? ["overview"] : path.split("/");
}

function titleOf(name: string): string {
  const titles: Readonly<Record<string, string>> = TEXTS.pages;
  return titles[name] ?? name;
}
