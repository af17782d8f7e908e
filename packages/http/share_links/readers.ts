import { Predicate } from "effect";

/** Link previews, crawlers and scanners, by a part of their user agent. The package `isbot` does not fit: it
 * also takes command-line clients and headless browsers for bots, whose visits count. */
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

/** Bots whose name is also part of the user agent of an in-app browser: theirs begins with it. */
const BOTS_BY_FIRST_NAME: ReadonlyArray<string> = ["whatsapp/", "viber", "synapse", "rocket.chat"];

/** Headers that mark prefetching, and their values. */
const AHEAD_OF_READERS: Readonly<Record<string, RegExp>> = {
  "sec-purpose": /prefetch|prerender|preview/i,
  purpose: /prefetch|prerender|preview/i,
  "x-purpose": /prefetch|prerender|preview/i,
  "x-moz": /prefetch/i,
};

/** The parts of a request that show whether a person reads the response. */
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
