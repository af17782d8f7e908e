import type { EmbedSession } from "../../../ui/browser/session/session.ts";

/** What the form needs of a render. */
export interface SentRender {
  readonly id: string;
  readonly status: string;
  readonly downloadUrl: string | null;
  readonly errorCode?: string | null;
  readonly errorMessage: string | null;
}

/** The first pause between looks and the longest, in milliseconds. */
const [SOONEST, LATEST] = [400, 5000];

/** How long to wait before a look, in milliseconds: more each time. */
function pauseBefore(look: number): number {
  return Math.min(LATEST, SOONEST * 1.5 ** look);
}

/** Waits until a render has ended, one way or the other. */
export async function ended(
  render: SentRender,
  { call }: Pick<EmbedSession, "call">,
): Promise<SentRender> {
  let seen = render;
  for (let look = 0; !hasEnded(seen); look += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, pauseBefore(look));
    });
    const answer = await call("GET", `/v1/embed/renders/${render.id}`);
    seen = await answer.json();
  }
  return seen;
}

function hasEnded({ status }: SentRender): boolean {
  return status === "succeeded" || status === "failed";
}

/** Where somebody is led afterwards, if that is an address of the web. */
export function webAddress(url: string | null | undefined): string | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
