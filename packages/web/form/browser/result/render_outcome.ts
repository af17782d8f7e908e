import type { EmbedSession } from "../../../ui/browser/session/session.ts";

/** A render as the API returns it. */
export interface SubmittedRender {
  readonly id: string;
  readonly status: string;
  readonly downloadUrl: string | null;
  readonly errorCode?: string | null;
  readonly errorMessage: string | null;
  readonly pageCount?: number | null;
  readonly byteSize?: number | null;
}

/** The first and the longest pause between polls, in milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [400, 5000];

/** Polls a render until it has succeeded or failed. */
export async function waitForRender(
  render: SubmittedRender,
  { call }: Pick<EmbedSession, "call">,
): Promise<SubmittedRender> {
  let current = render;
  for (let poll = 0; current.status !== "succeeded" && current.status !== "failed"; poll += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.5 ** poll));
    });
    const response = await call("GET", `/v1/embed/renders/${render.id}`);
    current = await response.json();
  }
  return current;
}

/** Returns a URL if browsers may follow it: `http` or `https`. */
export function toWebUrl(url: string | null | undefined): string | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
