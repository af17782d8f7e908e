import { Predicate } from "effect";

/**
 * Programs that fetch a link to show a picture of what is behind it, to index it or to look for harm
 * in it: by the name they give themselves. None of them is a reader.
 */
const PREVIEW_BOTS: ReadonlyArray<string> = [
  "facebookexternalhit",
  "facebookcatalog",
  "facebot",
  "meta-externalagent",
  "meta-externalfetcher",
  "twitterbot",
  "linkedinbot",
  "slackbot",
  "slack-imgproxy",
  "discordbot",
  "telegrambot",
  "skypeuripreview",
  "microsoftpreview",
  "googlebot",
  "google-inspectiontool",
  "googleother",
  "google-pagerenderer",
  "bingbot",
  "bingpreview",
  "applebot",
  "yandexbot",
  "baiduspider",
  "duckduckbot",
  "redditbot",
  "pinterestbot",
  "pinterest/0.",
  "mastodon/",
  "pleroma",
  "misskey",
  "bluesky cardyb",
  "embedly",
  "iframely",
  "vkshare",
  "line-poker",
  "linespider",
  "kakaotalk-scrap",
  "snap url preview",
  "nextcloud server crawler",
  "barracuda sentinel",
  "proofpoint",
  "mimecast",
  "ahrefsbot",
  "semrushbot",
  "gptbot",
  "oai-searchbot",
  "chatgpt-user",
  "claudebot",
  "ccbot",
  "perplexitybot",
  "bytespider",
  "petalbot",
  "amazonbot",
  "yahoo! slurp",
  "mattermost",
  "rocket.chat",
  "zoombot",
  "link preview",
  "linkpreview",
  "link-preview",
];

/** The same of programs whose name is also in that of the browser people read within. */
const BOTS_BY_FIRST_NAME: ReadonlyArray<string> = ["whatsapp/", "viber", "synapse", "rocket.chat"];

/** Headers by which browsers say that nobody looks at what they fetch, and what they say in them. */
const AHEAD_OF_READERS: Readonly<Record<string, RegExp>> = {
  "sec-purpose": /prefetch|prerender|preview/i,
  purpose: /prefetch|prerender|preview/i,
  "x-purpose": /prefetch|prerender|preview/i,
  "x-moz": /prefetch/i,
};

/** What of a request tells whether somebody reads what it fetches. */
interface Fetch {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether somebody reads what a request fetches: it is no `HEAD`, nothing a browser fetches ahead,
 * and no preview that some program makes.
 */
export function isRead({ method, headers }: Fetch): boolean {
  if (method === "HEAD") return false;
  const isAhead = Object.entries(AHEAD_OF_READERS).some(([name, form]) => {
    const value = headers[name];
    return Predicate.isString(value) && form.test(value);
  });
  const agent = (headers["user-agent"] ?? "").toLowerCase();
  const isBot =
    PREVIEW_BOTS.some((bot) => agent.includes(bot)) ||
    BOTS_BY_FIRST_NAME.some((bot) => agent.startsWith(bot));
  return !isAhead && !isBot;
}
