import { byId } from "../../ui/browser/dom.ts";
import { Api, CallError, currentSession, openSession } from "./api.ts";
import { showSignIn } from "./sign_in.ts";
import { startConsole } from "./start_console.ts";
import { TEXTS } from "./texts.ts";
import { errorCard } from "./widgets/states.ts";

const root = byId("console").dataset["root"] ?? "";

/**
 * Uses the link of the URL, if there is one; returns the problem of a sign-in. The token of a link leaves the history
 * before it is sent.
 */
async function useLink(): Promise<string | undefined> {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [link, problem] = [parameters.get("link"), parameters.get("problem")];
  if (link === null && problem === null) return undefined;
  history.replaceState(null, "", location.pathname);
  if (link === null) return problemText(problem ?? "");
  try {
    await openSession(root, { link });
    return undefined;
  } catch (error) {
    return error instanceof CallError ? error.message : TEXTS.network;
  }
}

function problemText(problem: string): string | undefined {
  const texts: Readonly<Record<string, string>> = TEXTS.signIn.problems;
  return Object.hasOwn(texts, problem) ? texts[problem] : undefined;
}

async function start(): Promise<void> {
  const main = byId("main");
  const problem = await useLink();
  try {
    const session = await currentSession(root);
    if (session === undefined) showSignIn(root, problem);
    else await startConsole(new Api(root, session), session, root);
  } catch (error) {
    main.replaceChildren(errorCard(error, () => void start()));
  }
  byId("main").removeAttribute("aria-busy");
}

// The same page, with the link of a second sign-in.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#link=")) location.reload();
});
await start();
